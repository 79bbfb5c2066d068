//! Promise: the kernels' machine code is what a caller may rely on: calling convention, memory,
//! instruction sets and length.
#![cfg(all(target_arch = "x86_64", target_os = "linux", not(miri)))]

mod abi;
mod clock;
mod counts;
#[path = "../support/extensions.rs"]
mod extensions;
mod instructions;
mod layers;
mod named_files;
mod prototypes;
mod style;
#[path = "../support/symbols.rs"]
mod symbols;
#[path = "../support/trampoline.rs"]
mod trampoline;
mod types;
mod unwinding;
