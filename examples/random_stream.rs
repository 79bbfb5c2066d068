//! The random numbers of the kernels that play many games, as bytes for a statistical test suite, until the pipe closes:
//!
//! ```sh
//! cargo run --release --example random_stream -- steps 1 | dieharder -a -g 200
//! cargo run --release --example random_stream -- game 1 | dieharder -a -g 200
//! ```
//!
//! `steps`: every number, step by step, as the kernels read them. `game`: what one game in a slab sees, one bit of each step.
//! The argument after it is the seed.

use std::io::{ErrorKind, Write, stdout};
use stonemask::{RandomKernels, RandomLanes};

/// Steps drawn at a time.
const STEPS: usize = 1024;

fn main() -> Result<(), String> {
    let usage = || "usage: random_stream steps|game SEED".to_owned();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [form, seed] = arguments.as_slice() else { return Err(usage()) };
    let seed = seed.parse().map_err(|_| usage())?;
    let bytes_of: fn(&[[u64; 8]]) -> Vec<u8> = match form.as_str() {
        "steps" => |numbers| numbers.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect(),
        "game" => |numbers| {
            let bits = |eight: &[[u64; 8]]| eight.iter().rev().fold(0, |byte, step| byte << 1 | (step[0] & 1) as u8);
            numbers.chunks_exact(8).map(bits).collect()
        },
        _ => return Err(usage()),
    };
    let mut random = RandomLanes::new(seed);
    let mut numbers = vec![[0; 8]; STEPS];
    loop {
        RandomKernels::best().fill(&mut random, &mut numbers);
        match stdout().write_all(&bytes_of(&numbers)) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error.to_string()),
        }
    }
}
