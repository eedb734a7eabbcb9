//! serbench-generate-protobuf FILE DIRECTORY: what protobuf-codegen makes of a .proto file.

use std::error::Error;
use std::path::Path;

use protobuf_codegen::{Codegen, Customize};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, directory] = &arguments[..] else {
        return Err("usage: serbench-generate-protobuf FILE DIRECTORY".into());
    };
    let above = Path::new(file).parent().ok_or("FILE must be in a directory")?;
    let customize = Customize::default()
        // In order, as the plain types are: the same value has the same bytes each time.
        .btreemaps(true)
        // Reflection would be most of what is compiled, and no part of encoding or decoding.
        .lite_runtime(true)
        // The fields are public: accessors of some would meet fields' and methods' names.
        .generate_accessors(false)
        .generate_getter(false)
        .gen_mod_rs(false);
    Codegen::new()
        .pure()
        .out_dir(directory)
        .include(above)
        .input(file)
        .customize(customize)
        .run()?;
    Ok(())
}
