//! The signature of a build: the nodes of a fixed set of searches.

use crate::error::Failure;
use crate::games::{Name, Playable, Signature, each};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::progress;
use crate::search::Known;
use serde::Serialize;
use std::num::NonZeroUsize;
use stonemask::{Random, Tier};

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
    game: String,
    positions: usize,
    nodes: u64,
    seconds: f64,
}

pub(super) fn run(tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    let bar = progress::spinner();
    let mut searches = Vec::new();
    for game in Name::all() {
        searches.extend(each!(game, G => searched::<G>(&mut digest))?);
    }
    bar.finish_and_clear();
    let report = Report {
        signature: searches.iter().map(|of| of.nodes).sum(),
        hash: format!("{:016x}", digest.0),
        seconds: searches.iter().map(|of| of.seconds).sum(),
        tier: tier.unwrap_or_else(Tier::best).name(),
        searches,
        complete: !interrupt::interrupted(),
    };
    output.print(&report, || report.text())?;
    if report.complete { Ok(()) } else { Err(Failure::unfinished("interrupted before all was searched")) }
}

/// Searches a game's positions, if it has some.
fn searched<G: Playable>(digest: &mut Digest) -> Result<Option<Searches>, Failure> {
    let Some(Signature { plies: set, limits }) = G::SIGNATURE else { return Ok(None) };
    let (mut nodes, mut seconds) = (0, 0.0);
    for (index, &plies) in set.iter().enumerate() {
        let mut random = Random::new(1 + index as u64);
        let mut board = G::usual();
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
        let known = board.look(&mut search, 1, limits, &mut flow, interrupt::flag());
        (nodes, seconds) = (nodes + known.nodes, seconds + known.time.as_secs_f64());
        digest.take(&format!("{board} {} {}", known.nodes, known.value()));
        for best in &known.moves {
            digest.take(&format!("{} {:?}", best.depth, best.certainty));
            best.line.iter().for_each(|ply| digest.take(&ply.to_string()));
        }
    }
    Ok(Some(Searches { game: G::NAME.to_string(), positions: set.len(), nodes, seconds }))
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
