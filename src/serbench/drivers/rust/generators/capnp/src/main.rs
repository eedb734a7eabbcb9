//! serbench-generate-capnp FILE DIRECTORY: what capnpc makes of a .capnp file.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, directory] = &arguments[..] else {
        return Err("usage: serbench-generate-capnp FILE DIRECTORY".into());
    };
    let above = Path::new(file).parent().ok_or("FILE must be in a directory")?;
    capnpc::CompilerCommand::new().src_prefix(above).file(file).output_path(directory).run()?;
    Ok(())
}
