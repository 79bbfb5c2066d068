//! The protocol `perft`: docs/JUDGE.md defines it.

use super::driver::{Count, Driver};
use super::engine::Engine;
use super::fault::{Kind, Stop};
use super::table::State;
use crate::games::Name;

pub(super) struct Perft {
    engine: Engine,
    /// The game that the first question is about.
    game: Name,
}

impl Perft {
    pub(super) fn new(engine: Engine, game: Name) -> Perft {
        Perft { engine, game }
    }
}

impl Driver for Perft {
    fn speak(&mut self) -> Result<(), Stop> {
        let state = State::new(self.game, &self.game.usual_start(), &[]).expect("the start position");
        self.count(&state, 0).map(drop)
    }

    fn count(&mut self, state: &State, depth: u32) -> Result<Option<Count>, Stop> {
        let order = format!("{} {depth} {}", state.game, state.now.text());
        self.engine.say(&order);
        let answer = self.engine.hear(&order)?;
        self.engine.on_time(&order)?;
        if let Ok(total) = answer.trim().parse() {
            return Ok(Some(Count::Total(total)));
        }
        let counts = answer.split_whitespace().map(|part| {
            let (ply, nodes) = part.split_once(':')?;
            Some((ply.to_ascii_lowercase(), nodes.parse().ok()?))
        });
        let broken = || {
            Kind::BrokenProtocol.because(format!("after '{order}': '{answer}', expected a count, or MOVE:COUNT ..."))
        };
        counts
            .collect::<Option<Vec<_>>>()
            .filter(|counts| !counts.is_empty())
            .map(Count::Divide)
            .map(Some)
            .ok_or_else(broken)
    }
}
