//! serbench-generate-prost FILE DIRECTORY: what prost-build makes of a .proto file.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, directory] = &arguments[..] else {
        return Err("usage: serbench-generate-prost FILE DIRECTORY".into());
    };
    let above = Path::new(file).parent().ok_or("FILE must be in a directory")?;
    let descriptors = protox::compile([file], [above])?;
    prost_build::Config::new()
        .out_dir(directory)
        // In order, as the plain types are: the same value has the same bytes each time.
        .btree_map(["."])
        // With the prefix gone, a symbol that starts with a digit keeps it, and may meet another.
        .retain_enum_prefix()
        .compile_fds(descriptors)?;
    Ok(())
}
