//! serbench-generate-buffa FILE DIRECTORY: what buffa-build makes of a .proto file.

use std::error::Error;
use std::path::Path;

use buffa_build::{Config, MapRepr};
use protox::Compiler;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, directory] = &arguments[..] else {
        return Err("usage: serbench-generate-buffa FILE DIRECTORY".into());
    };
    let file = Path::new(file);
    let above = file.parent().ok_or("FILE must be in a directory")?;
    let name = file.file_name().ok_or("FILE must have a name")?;
    let mut compiler = Compiler::new([above])?;
    let descriptors = compiler.include_imports(true).open_file(file)?.encode_file_descriptor_set();
    let described = above.join("descriptors.bin");
    std::fs::write(&described, descriptors)?;
    Config::new()
        .files(&[name])
        .descriptor_set(described)
        .out_dir(directory)
        // In order, as the plain types are: the same value has the same bytes each time.
        .map_type(MapRepr::BTreeMap)
        // Half of what would be compiled, and no part of encoding or decoding owned messages.
        .generate_views(false)
        .compile()
}
