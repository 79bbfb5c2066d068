//! The command `stonemask`: see `stonemask --help`.

fn main() -> std::process::ExitCode {
    stonemask_cli::main()
}
