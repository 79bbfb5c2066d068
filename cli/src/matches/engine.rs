//! The engines of a match: processes, and players of this program.

use crate::games::{FOREVER, Limits, Name, OwnProtocol, Playable, each};
use crate::interrupt;
use crate::judge::driver::Driver;
use crate::judge::engine::{Engine, Start};
use crate::judge::fault::Stop;
use crate::judge::table::State;
use crate::judge::{gomocup, gtp, nboard};
use crate::named::given_name;
use crate::play::opponent::TABLE;
use crate::protocol::player::{self, Player};
use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;
use stonemask::game::search::Level;

/// An engine of the command line: `[NAME=]KIND`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spec {
    pub(super) name: String,
    /// Its text on the command line, without the name.
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// How an engine is spoken to, or which player of this program it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Level(Level),
    Nodes(u64),
    Time(Duration),
    Greedy,
    Random,
    Gtp { command: Vec<OsString>, skips_passes: bool },
    Gomocup(Vec<OsString>),
    Nboard(Vec<OsString>),
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (name, kind) = given_name(text)?;
        let text = stonemask_harness::without_controls(kind);
        let (word, rest) = kind.split_once(':').unwrap_or((kind, ""));
        let words: Vec<OsString> = rest.split_whitespace().map(OsString::from).collect();
        let command =
            || if words.is_empty() { Err(format!("'{kind}': a command is missing")) } else { Ok(words.clone()) };
        let kind = match word {
            "level" => {
                Kind::Level(rest.parse().map_err(|error: stonemask::game::search::ParseLevelError| error.to_string())?)
            }
            "nodes" => {
                Kind::Nodes(crate::numbers::whole(1..=u64::MAX)(rest).map_err(|expected| format!("nodes: {expected}"))?)
            }
            "time" => Kind::Time(crate::numbers::seconds(rest).map_err(|expected| format!("time: {expected}"))?),
            "greedy" if rest.is_empty() => Kind::Greedy,
            "random" if rest.is_empty() => Kind::Random,
            "gtp" => Kind::Gtp { command: command()?, skips_passes: false },
            "gtp-skip-passes" => Kind::Gtp { command: command()?, skips_passes: true },
            "gomocup" => Kind::Gomocup(command()?),
            "nboard" => Kind::Nboard(command()?),
            _ => {
                return Err(
                    "expected level:N, nodes:N, time:SECONDS, greedy, random, gtp:COMMAND, gomocup:COMMAND or \
                            nboard:COMMAND"
                        .to_owned(),
                );
            }
        };
        // Without a name it is called by what it is.
        let name = name.map_or_else(|| text.chars().take(80).collect(), str::to_owned);
        Ok(Spec { name, text, kind })
    }
}

impl Kind {
    /// Whether it plays this game; if not, why.
    pub(super) fn check(&self, game: Name) -> Result<(), String> {
        let own = game.own_protocol();
        match self {
            Kind::Gomocup(_) if own != Some(OwnProtocol::Gomocup) => Err(format!("gomocup has no {game}")),
            Kind::Nboard(_) if own != Some(OwnProtocol::Nboard) => Err(format!("nboard has no {game}")),
            Kind::Gtp { skips_passes: true, .. } if !game.has_passes() => Err(format!("{game} has no passes to skip")),
            _ => Ok(()),
        }
    }

    /// Whether its moves take less than solving the end of a game.
    pub(super) fn is_quick(&self) -> bool {
        match *self {
            Kind::Greedy | Kind::Random => true,
            Kind::Level(level) => level < Level::new(6).expect("there are nine"),
            Kind::Nodes(nodes) => nodes < 10_000,
            _ => false,
        }
    }

    /// Whether it passes by itself where it must.
    pub(super) fn skips_passes(&self) -> bool {
        matches!(self, Kind::Gtp { skips_passes: true, .. })
    }

    /// Starts it.
    ///
    /// # Errors
    /// When there is no such program, or no memory.
    pub(super) fn start(&self, game: Name, time: Duration, depth: u32) -> Result<Box<dyn Driver>, Stop> {
        let start = |command: &[OsString], skips_passes| {
            Engine::start(&Start { command: command.to_vec(), time, patience: time, is_strict: false, skips_passes })
        };
        Ok(match self {
            Kind::Gtp { command, skips_passes } => {
                Box::new(gtp::Gtp::on_time(start(command, *skips_passes)?, *skips_passes))
            }
            Kind::Gomocup(command) => Box::new(gomocup::Gomocup::new(start(command, false)?)),
            Kind::Nboard(command) => Box::new(nboard::Nboard::of_depth(start(command, false)?, depth)),
            own => each!(game, G => own.own::<G>()?),
        })
    }

    /// A player of this program.
    fn own<G: Playable>(&self) -> Result<Box<dyn Driver>, Stop> {
        let player = match *self {
            Kind::Level(level) => player::of_level::<G>(level, 1, TABLE),
            Kind::Nodes(nodes) => player::of_nodes::<G>(nodes, TABLE),
            Kind::Time(_) => player::of_time::<G>(TABLE),
            Kind::Greedy => Some(player::at_a_glance::<G>()),
            _ => Some(player::by_chance::<G>()),
        };
        let time = if let Kind::Time(time) = *self { time } else { FOREVER };
        let player = player.ok_or_else(|| Stop::NotStarted("no memory for a search".to_owned()))?;
        Ok(Box::new(Own::<G> { player, time }))
    }
}

/// A player of this program as an engine.
struct Own<G: Playable> {
    player: Box<dyn Player<G>>,
    time: Duration,
}

impl<G: Playable> Driver for Own<G> {
    fn speak(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    fn begin(&mut self, seed: u64) {
        self.player.reseed(seed);
    }

    fn choose(&mut self, state: &State) -> Result<Option<String>, Stop> {
        let board = state.now.text().parse::<G>().ok().expect("the text of a position");
        let mut stop = interrupt::interrupted;
        let thought = self.player.choose(&board, &mut Limits::new(self.time, &mut stop));
        if interrupt::interrupted() {
            return Err(Stop::Interrupted);
        }
        Ok(thought.map(|thought| thought.ply.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_with_and_without_a_name() {
        let read = |text: &str| text.parse::<Spec>().unwrap();
        assert_eq!(
            read("level:3"),
            Spec { name: "level:3".into(), text: "level:3".into(), kind: Kind::Level(Level::new(3).unwrap()) }
        );
        assert_eq!(read("A=nodes:70").name, "A");
        let command = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(read("gomocup:./pbrain x=1").kind, Kind::Gomocup(command(&["./pbrain", "x=1"])));
        assert_eq!(
            read("old=gtp-skip-passes:rhino --level 1").kind,
            Kind::Gtp { command: command(&["rhino", "--level", "1"]), skips_passes: true }
        );
        for wrong in
            ["", "level:0", "level:", "nodes:0", "time:x", "gtp:", "gtp: ", "edax:x", "greedy:1", "a\u{7}=random"]
        {
            assert!(wrong.parse::<Spec>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_engine_has_its_games() {
        let check = |text: &str, game| text.parse::<Spec>().unwrap().kind.check(game);
        assert!(check("gomocup:x", Name::Nogo).is_err() && check("nboard:x", Name::Gomoku).is_err());
        assert!(check("gtp-skip-passes:x", Name::Gomoku).is_err());
        assert!(check("gomocup:x", Name::Gomoku).is_ok() && check("nboard:x", Name::Othello6).is_ok());
    }
}
