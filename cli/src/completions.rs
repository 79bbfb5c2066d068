//! `stonemask completions`: what a shell needs to complete the command line.

use crate::error::Failure;
use crate::output::write;
use clap::Args;
use clap_complete::Shell;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The shell that the script is for
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, mut command: clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "stonemask", &mut script);
    write(&script)
}
