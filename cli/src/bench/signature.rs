//! The signature of a build: the nodes of a fixed set of searches.

use crate::error::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::progress;
use crate::search::{Known, Searched};
use serde::Serialize;
use std::num::NonZeroUsize;
use stonemask::game::search::Limits;
use stonemask::{Random, Tier, gomoku, nogo, othello};

/// The memory of each search, in bytes.
const TABLE: usize = 16 << 20;

#[derive(Serialize)]
struct Report {
    signature: u64,
    hash: String,
    searches: Vec<Searches>,
    tier: &'static str,
    seconds: f64,
    complete: bool,
}

/// The searches of a game.
#[derive(Serialize)]
struct Searches {
    game: &'static str,
    positions: usize,
    nodes: u64,
    seconds: f64,
}

/// Positions of random games: after how many plies, and how far each is searched.
struct Set {
    game: &'static str,
    plies: &'static [u32],
    limits: Limits,
}

const NONE: Limits = Limits { depth: None, nodes: None, time: None };

pub(super) fn run(tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    let othello6 = Set { game: "othello6", plies: &[4, 8, 12, 16], limits: NONE.depth(12) };
    let othello8 = Set { game: "othello8", plies: &[4, 12, 20, 28, 36, 46], limits: NONE.depth(9) };
    let gomoku = Set { game: "gomoku", plies: &[3, 4, 5, 6, 7, 8], limits: NONE.depth(6) };
    let nogo = Set { game: "nogo", plies: &[0, 10, 20, 30], limits: NONE.nodes(8_000) };
    let bar = progress::spinner();
    let searches = [
        othello6.searched(&othello::Board::<6>::start(), &mut digest)?,
        othello8.searched(&othello::Board::<8>::start(), &mut digest)?,
        gomoku.searched(&gomoku::Board::start(), &mut digest)?,
        nogo.searched(&nogo::Board::start(), &mut digest)?,
    ];
    bar.finish_and_clear();
    let report = Report {
        signature: searches.iter().map(|of| of.nodes).sum(),
        hash: format!("{:016x}", digest.0),
        seconds: searches.iter().map(|of| of.seconds).sum(),
        tier: tier.unwrap_or_else(Tier::best).name(),
        searches: searches.into(),
        complete: !interrupt::interrupted(),
    };
    output.print(&report, || report.text())?;
    if report.complete { Ok(()) } else { Err(Failure::unfinished("interrupted before all was searched")) }
}

impl Set {
    fn searched<G: Searched + crate::protocol::playable::Playable>(
        &self,
        start: &G,
        digest: &mut Digest,
    ) -> Result<Searches, Failure> {
        let (mut nodes, mut seconds) = (0, 0.0);
        for (index, &plies) in self.plies.iter().enumerate() {
            let mut random = Random::new(1 + index as u64);
            let mut board = start.clone();
            for _ in 0..plies {
                let legal = board.opening_plies();
                if !legal.is_empty() {
                    _ = board.make(legal[random.below(legal.len() as u32) as usize]);
                }
            }
            let search = G::search(TABLE, NonZeroUsize::MIN);
            let mut search =
                search.map_err(|_| Failure::unfinished("this machine does not give the memory of a search"))?;
            let mut flow = |_: &Known<G::Move>| interrupt::flow();
            let known = board.look(&mut search, 1, self.limits, &mut flow, interrupt::flag());
            (nodes, seconds) = (nodes + known.nodes, seconds + known.time.as_secs_f64());
            digest.take(&format!("{board} {} {}", known.nodes, known.value()));
            for best in &known.moves {
                digest.take(&format!("{} {:?}", best.depth, best.certainty));
                best.line.iter().for_each(|ply| digest.take(&ply.to_string()));
            }
        }
        Ok(Searches { game: self.game, positions: self.plies.len(), nodes, seconds })
    }
}

/// FNV-1a.
struct Digest(u64);

impl Digest {
    fn take(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::new();
        for Searches { game, positions, nodes, seconds } in &self.searches {
            let speed = short(rate(*nodes, *seconds));
            text += &format!("{game:<9}  {positions} positions, {} nodes, {speed}nodes/s\n", grouped(*nodes));
        }
        let (nodes, hash) = (self.signature, &self.hash);
        text + &format!("hash       {hash}\nsignature  {nodes}\nin {:.2} s, tier {}", self.seconds, self.tier)
    }
}
