//! Writes the seeds of every target to files, as libFuzzer wants them, and prints the targets'
//! names.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let directory = PathBuf::from(std::env::args_os().nth(1).expect("usage: seeds DIRECTORY"));
    for target in stonemask_fuzz::targets() {
        let directory = directory.join(&target.name);
        std::fs::create_dir_all(&directory)?;
        for (number, seed) in stonemask_fuzz::seeds(&target.name).iter().enumerate() {
            std::fs::write(directory.join(number.to_string()), seed)?;
        }
        println!("{}", target.name);
    }
    Ok(())
}
