//! `stonemask man`: the manual pages.

use crate::error::Failure;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder into which the pages go, stonemask.1 and one for each command
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, command: clap::Command) -> Result<(), Failure> {
    let folder = &arguments.folder;
    // The version stands below each page; only the command itself has an option that prints it.
    let command = command.mut_subcommands(|page| page.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true));
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command, folder))
        .map_err(|error| Failure::unfinished(format!("{}: {error}", folder.display())))
}
