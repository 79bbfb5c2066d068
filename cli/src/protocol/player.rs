//! Who plays: a board and limits in, a ply out.

use crate::error::Failure;
use crate::games::{FOREVER, Limits, Playable, Worth};
use crate::named::named;
use crate::numbers::{seconds_or_0, whole};
use crate::search_options::Memory;
use clap::Args;
use std::time::Duration;
use stonemask::game::search::Level;
use stonemask::random::Random;

/// Chooses plies.
pub(crate) trait Player<G: Playable> {
    /// A legal ply; `None` when the game is over. It is found within the limits, whatever they are:
    /// the first legal one that comes up, if there is no time at all.
    fn choose(&mut self, board: &G, limits: &mut Limits) -> Option<Thought<G::Move>>;

    /// From now on its random choices are those of this seed.
    fn reseed(&mut self, seed: u64);
}

/// A player's ply.
#[derive(Clone, Debug)]
pub(crate) struct Thought<M> {
    pub(crate) ply: M,
    /// The search's result for it, where there was one.
    pub(crate) worth: Option<Worth>,
}

/// The players by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Random,
    Greedy,
    Solver,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Random, Kind::Greedy, Kind::Solver];

    const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Solver => "solver",
        }
    }
}

/// Who plays, and how long at most.
#[derive(Args, Clone, Debug)]
pub(crate) struct Seat {
    /// Who plays. random: any legal move. greedy: the best move at a glance. solver: the best move
    /// of a search that takes its time, and best play where it is proved
    #[arg(long, value_name = "NAME", default_value = "solver", hide_possible_values = true, value_parser = named(&Kind::ALL, Kind::name))]
    player: Kind,
    /// Play as strong as an opponent of this level in `play`, 1 to 9: the same moves on every
    /// machine, whatever the time
    #[arg(long, value_name = "LEVEL", conflicts_with = "player", allow_negative_numbers = true)]
    level: Option<Level>,
    /// The seed of the choices among equals: random and greedy play the same game again
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How long a move takes at most where the protocol sets no limit, in seconds; 0: it does not
    /// search
    #[arg(long, value_name = "SECONDS", default_value = "5", allow_negative_numbers = true, value_parser = seconds_or_0)]
    seconds: Duration,
    #[command(flatten)]
    memory: Memory,
}

impl Seat {
    /// A player of this name and seed, as at the beginning.
    pub(crate) fn player<G: Playable + 'static>(&self) -> Result<Box<dyn Player<G>>, Failure> {
        if let Some(level) = self.level {
            // A level's moves do not depend on --table.
            let player = of_level(level, self.seed, Level::TABLE_BYTES);
            return player
                .ok_or_else(|| Failure::unfinished("this machine does not give the memory of a level's search"));
        }
        let random = Random::new(self.seed);
        Ok(match self.player {
            Kind::Random => Box::new(Chance { random }),
            Kind::Greedy => Box::new(Greedy { random }),
            Kind::Solver => Box::new(Searching::<G> { search: self.search::<G>()?, otherwise: Greedy { random } }),
        })
    }

    /// The seed of its choices.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether its moves are the best that a search finds in its time.
    pub(crate) fn searches(&self) -> bool {
        self.level.is_none() && self.player == Kind::Solver && !self.seconds.is_zero()
    }

    /// A search with the memory that it may have.
    pub(crate) fn search<G: Playable>(&self) -> Result<G::Search, Failure> {
        G::player(self.memory.bytes()?).map_err(|_| self.memory.refused())
    }

    /// The time for a move where a protocol sets none.
    pub(crate) fn time(&self) -> Duration {
        self.seconds
    }

    /// A seat for tests and fuzzing: greedy, and without time.
    pub(crate) fn quick() -> Seat {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            seat: Seat,
        }
        let words = ["", "--player", "greedy", "--seconds", "0", "--table", "1"];
        <Only as clap::Parser>::parse_from(words).seat
    }
}

/// A player of a level. `None` where there is no memory for its search.
pub(crate) fn of_level<G: Playable + 'static>(
    level: Level,
    seed: u64,
    table_bytes: usize,
) -> Option<Box<dyn Player<G>>> {
    let search = G::player(table_bytes).ok()?;
    let (nodes, otherwise) = (G::nodes_of(level), Greedy { random: Random::new(seed) });
    Some(Box::new(ByNodes::<G> { search, level: Some(level), nodes, seed, otherwise }))
}

/// A player whose searches take about so many nodes. `None` where there is no memory for its
/// search.
pub(crate) fn of_nodes<G: Playable + 'static>(nodes: u64, table_bytes: usize) -> Option<Box<dyn Player<G>>> {
    let search = G::player(table_bytes).ok()?;
    Some(Box::new(ByNodes::<G> { search, level: None, nodes, seed: 1, otherwise: Greedy { random: Random::new(1) } }))
}

/// A player that searches as long as it may. `None` where there is no memory for its search.
pub(crate) fn of_time<G: Playable + 'static>(table_bytes: usize) -> Option<Box<dyn Player<G>>> {
    let search = G::player(table_bytes).ok()?;
    Some(Box::new(Searching::<G> { search, otherwise: Greedy { random: Random::new(1) } }))
}

/// Any legal ply.
pub(crate) fn by_chance<G: Playable>() -> Box<dyn Player<G>> {
    Box::new(Chance { random: Random::new(1) })
}

/// The best ply at a glance.
pub(crate) fn at_a_glance<G: Playable>() -> Box<dyn Player<G>> {
    Box::new(Greedy { random: Random::new(1) })
}

/// The best ply of a search by a number of nodes, on low levels at times a random one.
struct ByNodes<G: Playable> {
    search: G::Search,
    level: Option<Level>,
    nodes: u64,
    seed: u64,
    otherwise: Greedy,
}

impl<G: Playable> Player<G> for ByNodes<G> {
    fn choose(&mut self, board: &G, limits: &mut Limits) -> Option<Thought<G::Move>> {
        if let Some(ply) = self.level.and_then(|level| level.random_ply(board, self.seed)) {
            return Some(Thought { ply, worth: None });
        }
        G::clear(&mut self.search);
        let mut flow = || limits.flow().is_break();
        let mut within = Limits::new(FOREVER, &mut flow).no_more_than(self.nodes);
        let found = board.best(&mut self.search, 1, &mut within, &mut |_| {});
        let best = found.first().and_then(|best| Some(Thought { ply: *best.line.first()?, worth: Some(best.worth) }));
        best.or_else(|| self.otherwise.choose(board, limits))
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        Player::<G>::reseed(&mut self.otherwise, seed);
    }
}

/// Any legal ply.
struct Chance {
    random: Random,
}

impl<G: Playable> Player<G> for Chance {
    fn choose(&mut self, board: &G, _: &mut Limits) -> Option<Thought<G::Move>> {
        let plies: Vec<G::Move> = board.plies().collect();
        one_of(&plies, &mut self.random)
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

/// One of the plies that are best at a glance.
struct Greedy {
    random: Random,
}

impl<G: Playable> Player<G> for Greedy {
    fn choose(&mut self, board: &G, _: &mut Limits) -> Option<Thought<G::Move>> {
        let glances = board.glances();
        let most = glances.iter().map(|&(_, worth)| worth).max()?;
        let best: Vec<G::Move> = glances.iter().filter(|&&(_, worth)| worth == most).map(|&(ply, _)| ply).collect();
        one_of(&best, &mut self.random)
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

fn one_of<M: Copy>(plies: &[M], random: &mut Random) -> Option<Thought<M>> {
    let count = u32::try_from(plies.len()).ok().filter(|&count| count > 0)?;
    Some(Thought { ply: plies[random.below(count) as usize], worth: None })
}

/// The best ply of a search; where it finds none, one that is best at a glance.
struct Searching<G: Playable> {
    search: G::Search,
    otherwise: Greedy,
}

impl<G: Playable> Player<G> for Searching<G> {
    fn choose(&mut self, board: &G, limits: &mut Limits) -> Option<Thought<G::Move>> {
        // Without time, and without a choice, not even the beginning of a search.
        let searches = board.plies().nth(1).is_some() && limits.flow().is_continue();
        let found = if searches { board.best(&mut self.search, 1, limits, &mut |_| {}) } else { Vec::new() };
        let best = found.first().and_then(|best| Some(Thought { ply: *best.line.first()?, worth: Some(best.worth) }));
        best.or_else(|| self.otherwise.choose(board, limits))
    }

    fn reseed(&mut self, seed: u64) {
        Player::<G>::reseed(&mut self.otherwise, seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use stonemask::othello::Certainty;
    use stonemask::{gomoku, nogo, othello};

    /// A seat as a command line describes it.
    fn seat(words: &str) -> Seat {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            seat: Seat,
        }
        <Only as clap::Parser>::parse_from(std::iter::once("").chain(words.split_whitespace())).seat
    }

    #[test]
    fn the_time_may_be_a_fraction_of_a_second_or_none() {
        for (words, milliseconds) in [("", 5000), ("--seconds 0.25", 250), ("--seconds 0", 0)] {
            assert_eq!(seat(words).time(), Duration::from_millis(milliseconds), "{words}");
        }
    }

    /// The plies of a game between two of the same kind, each with this time.
    fn game<G: Playable + 'static>(start: &G, words: &str, time: Duration) -> Vec<String> {
        let mut players = [seat(words).player::<G>().unwrap(), seat(words).player::<G>().unwrap()];
        let (mut board, mut plies) = (start.clone(), Vec::new());
        loop {
            let mut stop = || false;
            let mut limits = Limits::new(time, &mut stop);
            let thought = players[plies.len() % 2].choose(&board, &mut limits);
            assert_eq!(thought.is_none(), board.is_over(), "{board}");
            let Some(Thought { ply, .. }) = thought else { return plies };
            board.try_play(ply).expect("a legal ply");
            plies.push(ply.to_string());
        }
    }

    fn repeats<G: Playable + 'static>(start: &G) {
        for player in ["random", "greedy"] {
            let play = |seed: u64| game(start, &format!("--player {player} --seed {seed}"), Duration::ZERO);
            let games = [play(1), play(1), play(2), play(3)];
            assert_eq!(games[0], games[1], "{player}");
            assert!(games[1..].windows(2).any(|pair| pair[0] != pair[1]), "{player}: a seed changes nothing");
        }
        game(start, "--player solver --table 1", Duration::ZERO);
    }

    #[test]
    fn a_seed_plays_the_same_game_again_and_every_ply_is_legal() {
        repeats(&othello::Board::<4>::start());
        repeats(&othello::Board::<6>::start());
        repeats(&othello::Board::<8>::start());
        repeats(&nogo::Board::start());
        for rule in gomoku::Rule::ALL {
            repeats(&gomoku::Board::with_size(gomoku::Size::new(11, 9).unwrap(), rule));
        }
    }

    #[test]
    fn the_solver_gets_what_the_score_says() {
        let plies = game(&othello::Board::<4>::start(), "--player solver --table 1", Duration::from_secs(60));
        let mut end = othello::Board::<4>::start();
        end.try_play_line(&plies.join(" ").parse().unwrap()).unwrap();
        assert_eq!(end.score(), -8);
        let start = nogo::Board::with_shape(nogo::Shape::new(3, 4, nogo::PointSet::EMPTY).unwrap());
        let winner = nogo::Solver::new(1 << 20).unwrap().solve(&start).unwrap().winner;
        let plies = game(&start, "--player solver --table 1", Duration::from_secs(60));
        assert_eq!(plies.len() % 2 == 1, winner == nogo::Colour::Black, "{plies:?}");
    }

    #[test]
    fn gomoku_is_won_at_once_and_a_four_is_blocked() {
        for (text, ply) in [
            ("3x7 freestyle -XXXX--/OOOO---/------- X", &["a1", "f1"][..]),
            ("3x7 freestyle OXXXX--/-OOO---/------- O", &["f1"]),
            ("1x7 standard XX-XXOO X", &["c1"]),
        ] {
            let board: gomoku::Board = text.parse().unwrap();
            let mut stop = || false;
            let mut limits = Limits::new(Duration::ZERO, &mut stop);
            let thought = seat("--player greedy").player().unwrap().choose(&board, &mut limits).unwrap();
            assert!(ply.contains(&&thought.ply.to_string()[..]), "{text}: {}", thought.ply);
        }
    }

    /// A busy machine may delay any one of the moves: one in time is enough, since who asks too
    /// seldom is late each time.
    fn in_time(mut think: impl FnMut(Duration) -> Duration) {
        let times: Vec<Duration> = (0..5).map(|_| think(Duration::from_millis(200))).collect();
        let (least, most) = (Duration::from_millis(200), Duration::from_millis(250));
        assert!(times.iter().any(|time| (least..most).contains(time)), "{times:?}");
        assert!(times.iter().all(|&time| time >= least), "it gave up early: {times:?}");
    }

    #[test]
    fn a_move_is_made_within_50_milliseconds_of_its_limit() {
        // These boards can be solved, but not in a fifth of a second.
        let othello: othello::Board<6> = othello::Board::start();
        let nogo = nogo::Board::with_shape(nogo::Shape::new(5, 6, nogo::PointSet::EMPTY).unwrap());
        let timed = |think: &mut dyn FnMut(&mut Limits), time| {
            let begun = Instant::now();
            let mut stop = || false;
            think(&mut Limits::new(time, &mut stop));
            begun.elapsed()
        };
        in_time(|time| {
            let mut player = seat("--player solver --table 1").player().unwrap();
            let estimated = |worth: Worth| matches!(worth.certainty, Certainty::Estimate { .. });
            timed(&mut |limits| assert!(player.choose(&othello, limits).unwrap().worth.is_some_and(estimated)), time)
        });
        in_time(|time| {
            let mut player = seat("--player solver --table 1").player().unwrap();
            timed(&mut |limits| assert!(player.choose(&nogo, limits).unwrap().worth.is_some()), time)
        });
    }

    /// Black's score in a game on an 8x8 board between two players, whose searches go four plies
    /// down.
    fn score(players: [&str; 2]) -> i32 {
        let mut players = players.map(|words| seat(words).player::<othello::Board<8>>().unwrap());
        let mut board = othello::Board::<8>::start();
        while !board.is_over() {
            let mut stop = || false;
            let mut limits = Limits::new(Duration::from_secs(3600), &mut stop).no_deeper_than(4);
            let player = &mut players[board.to_move() as usize];
            board.play(player.choose(&board, &mut limits).unwrap().ply);
        }
        board.score()
    }

    #[test]
    fn a_search_to_a_depth_plays_the_same_game_again_and_beats_a_glance() {
        let solver = "--player solver --table 1";
        let mut won = 0;
        for seed in 0..10 {
            let greedy = format!("--player greedy --seed {seed}");
            let (black, white) = (score([solver, &greedy]), score([&greedy, solver]));
            assert_eq!((black, white), (score([solver, &greedy]), score([&greedy, solver])));
            won += u32::from(black > 0) + u32::from(white < 0);
        }
        assert!(won >= 18, "{won} of 20");
    }

    #[test]
    fn a_level_plays_the_same_game_again_and_beats_the_one_four_below() {
        let between = |levels: [&str; 2]| {
            let mut players = levels.map(|level| seat(&format!("--level {level} --table 1")).player().unwrap());
            let mut board = othello::Board::<6>::start();
            while !board.is_over() {
                let mut stop = || false;
                let mut limits = Limits::new(FOREVER, &mut stop);
                let player = &mut players[board.to_move() as usize];
                board.play(player.choose(&board, &mut limits).unwrap().ply);
            }
            board.score()
        };
        let (black, white) = (between(["5", "1"]), between(["1", "5"]));
        assert_eq!((black, white), (between(["5", "1"]), between(["1", "5"])));
        assert!(black > 0 && white < 0, "{black} {white}");
    }

    #[test]
    fn thinking_is_given_up_at_once() {
        let board: othello::Board<6> = othello::Board::start();
        let begun = Instant::now();
        let mut stop = || begun.elapsed() > Duration::from_millis(100);
        let mut limits = Limits::new(Duration::from_secs(3600), &mut stop);
        let thought = seat("--player solver --table 1").player().unwrap().choose(&board, &mut limits);
        assert!(thought.is_some() && limits.is_stopped() && begun.elapsed() < Duration::from_secs(2));
    }
}
