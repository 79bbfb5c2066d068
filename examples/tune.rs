#![allow(missing_docs)]
use stonemask::othello::*;
use stonemask::{Random, game::Game};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let empties: u32 = args[1].parse().unwrap();
    let count: u32 = args[2].parse().unwrap();
    let seed: u64 = args.get(3).map_or(7, |s| s.parse().unwrap());
    let mut options = Options::default();
    for name in args.get(4).map_or("", |s| s.as_str()).split(',').filter(|s| !s.is_empty()) {
        options = options.without(name.parse().unwrap());
    }
    let mut random = Random::new(seed);
    let (mut nodes, mut log) = (0, 0.0);
    let begun = std::time::Instant::now();
    let mut done = 0;
    let mut checksum = 0;
    while done < count {
        let mut board = Board::<6>::start();
        let mut alive = true;
        while alive && board.empties().len() > empties { alive = board.play_random(Kernels::best(), &mut random); }
        if !alive || board.is_over() { continue; }
        let mut solver = Solver::<6>::with_options(Kernels::best(), 256 << 20, options).unwrap();
        let t = std::time::Instant::now();
        let s = solver.solve(&board);
        if std::env::var("SHOW").is_ok() { println!("{board} {:+} {} {:.2}", s.score, s.nodes, t.elapsed().as_secs_f64()); }
        checksum = checksum * 3 + s.score;
        nodes += s.nodes; log += (s.nodes as f64).ln(); done += 1;
    }
    let secs = begun.elapsed().as_secs_f64();
    println!("{empties} x{count}: nodes {:.1}M geo {:.3}M  {:.2}s {:.1}M/s check {checksum}", nodes as f64/1e6, (log / f64::from(count)).exp()/1e6, secs, nodes as f64/1e6/secs);
}
