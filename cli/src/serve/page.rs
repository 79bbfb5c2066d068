//! The files of the page: those that were built into the command, or a folder's.

use crate::error::Failure;
use hyper::body::Bytes;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files of `web/dist` when this command was built; none where there was no such folder.
const BUILT_IN: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// How many files a page has, and how many bytes.
const MOST_FILES: usize = 1000;
const MOST_BYTES: u64 = 256 << 20;

/// Files in memory by path, so that no request reaches the file system.
pub(super) struct Page(BTreeMap<String, Bytes>);

impl Page {
    pub(super) fn built_in() -> Result<Page, Failure> {
        let page = Page(BUILT_IN.iter().map(|&(name, bytes)| (name.to_owned(), Bytes::from_static(bytes))).collect());
        page.checked(|| {
            "this command was built without the page: build web/dist and name it by --page (docs/WEB.md)".to_owned()
        })
    }

    pub(super) fn of_folder(folder: &Path) -> Result<Page, Failure> {
        let mut page = Page(BTreeMap::new());
        let mut left = MOST_BYTES;
        page.collect(folder, "", &mut left)?;
        page.checked(|| format!("--page {}: there is no index.html in it", folder.display()))
    }

    fn checked(self, missing: impl FnOnce() -> String) -> Result<Page, Failure> {
        if self.0.contains_key("index.html") { Ok(self) } else { Err(Failure::bad_input(missing())) }
    }

    fn collect(&mut self, folder: &Path, prefix: &str, left: &mut u64) -> Result<(), Failure> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            Failure::bad_input(format!("--page {}: {error}", path.display()))
        };
        for entry in fs::read_dir(folder).map_err(|error| failed(folder, &error))? {
            let path = entry.map_err(|error| failed(folder, &error))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                return Err(failed(&path, &"its name is not UTF-8"));
            };
            let name = format!("{prefix}{name}");
            let about = fs::metadata(&path).map_err(|error| failed(&path, &error))?;
            if about.is_dir() {
                self.collect(&path, &format!("{name}/"), left)?;
                continue;
            }
            if !about.is_file() || about.len() > *left || self.0.len() == MOST_FILES {
                return Err(failed(folder, &"a page has at most 1000 files of 256 MiB in all, and nothing else"));
            }
            *left -= about.len();
            self.0.insert(name, fs::read(&path).map_err(|error| failed(&path, &error))?.into());
        }
        Ok(())
    }

    /// The file of a request's path, with its type.
    pub(super) fn file(&self, path: &str) -> Option<(Bytes, &'static str)> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { "index.html" } else { name };
        self.0.get(name).map(|bytes| (bytes.clone(), kind(name)))
    }
}

/// The media type of a file by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
