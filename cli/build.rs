//! Gives the command the page that `serve` shows, where web/dist holds one: a list of its files in
//! the folder of this build.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let web = root.join("../web");
    println!("cargo::rerun-if-changed=build.rs");
    // A path that does not exist would have cargo build the command each time.
    if web.is_dir() {
        println!("cargo::rerun-if-changed={}", web.display());
    }
    let page = web.join("dist");
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut list = "[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&page).expect("it lies below").to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("page.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
