//! Random games many at once, the same games of a seed on every tier: eight streams, each with
//! random numbers of its own.
//!
//! A stream has 64 places, a word of each plane. Its games depend on its numbers and on each other
//! alone: games that are over give their places to the next ones at fixed steps. So kernels may
//! play as many streams together as their registers have words, and the games are the same.

use super::counts::{Playout, Tally};
use super::stop::{self, Stopped};
use crate::bits::{each, lowest};
use std::sync::atomic::AtomicBool;

/// Streams of a seed.
pub(crate) const STREAMS: usize = 8;
/// Places of a stream.
const PLACES: u64 = 64;

/// Sets of places: a word for each stream.
pub(crate) type Set = [u64; STREAMS];

/// The places of some streams, which are played together. Games may begin once in a period of
/// steps.
pub(crate) trait Places<G> {
    /// How many places of a stream are free when games begin in it.
    const ENOUGH: u32;

    /// How many streams there are.
    fn streams(&self) -> usize;

    /// Begins games from `board`.
    fn launch(&mut self, board: &G, places: &Set);

    /// Begins games from several boards.
    fn launch_many(&mut self, begun: &[(&G, Set)]) {
        for (board, places) in begun {
            self.launch(board, places);
        }
    }

    /// Plays as many steps as a period has, whether or not games go on: the sequences of random
    /// numbers step with them.
    fn play_period(&mut self);

    /// Plays until no game goes on.
    fn play_to_the_end(&mut self);

    /// The places whose games are over, and those without a game.
    fn over(&self) -> Set;

    /// Counts games that are over.
    fn count(&mut self, places: &Set) -> Tally;

    /// One of the games last counted.
    fn playout(&self, place: usize) -> Playout;
}

/// Plays `games` random games from each of `positions` and adds them to their tallies. `places`
/// makes those of the streams from one on.
///
/// # Errors
/// When it was stopped; the games that had begun are played to their end and counted.
pub(crate) fn playouts<G, P: Places<G>>(
    places: impl Fn(usize) -> P,
    positions: &[G],
    games: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let all = games.saturating_mul(positions.len() as u64);
    let mut first = 0;
    // Games are dealt to the first streams first.
    while first < STREAMS && games_below(first, all) > 0 {
        let places = places(first);
        let streams = places.streams();
        let from = vec![0; if positions.len() > 1 { PLACES as usize * streams } else { 0 }];
        let mut work = Work { places, first, positions, games, next: [0; STREAMS], playing: [0; STREAMS], from };
        work.play_all(tallies, stop)?;
        first += streams;
    }
    Ok(())
}

/// How many games of a stream there are among the first `games`: 64 in each, and then one in eight.
fn games_below(stream: usize, games: u64) -> u64 {
    let (stream, streams) = (stream as u64, STREAMS as u64);
    let begun = games.saturating_sub(PLACES * stream).min(PLACES);
    begun + games.saturating_sub(PLACES * streams + stream).div_ceil(streams)
}

/// The number of a stream's game among all.
fn game_of(stream: usize, index: u64) -> u64 {
    let (stream, streams) = (stream as u64, STREAMS as u64);
    if index < PLACES { PLACES * stream + index } else { (PLACES * streams + stream) + streams * (index - PLACES) }
}

/// Games to be played from positions in some of the streams, and how far that has come.
struct Work<'a, G, P> {
    places: P,
    /// The first of the streams.
    first: usize,
    positions: &'a [G],
    /// For each of them.
    games: u64,
    /// How many of each stream's games have begun.
    next: Set,
    /// The places whose games go on.
    playing: Set,
    /// Which position each place's game is from, where there are several.
    from: Vec<usize>,
}

impl<G, P: Places<G>> Work<'_, G, P> {
    fn play_all(&mut self, tallies: &mut [Tally], stop: &AtomicBool) -> Result<(), Stopped> {
        let mut stopped = false;
        loop {
            stopped = stopped || self.is_left() && stop::asked(stop);
            if !stopped {
                self.launch();
            }
            if self.playing == [0; STREAMS] {
                return if stopped { Err(Stopped(())) } else { Ok(()) };
            }
            if stopped || !self.is_left() {
                self.places.play_to_the_end();
            } else {
                self.places.play_period();
            }
            self.count(tallies);
        }
    }

    /// How many games of the stream `index` of these are from positions before `position`.
    fn games_before(&self, index: usize, position: usize) -> u64 {
        games_below(self.first + index, self.games.saturating_mul(position as u64))
    }

    /// Whether there are games that have not begun.
    fn is_left(&self) -> bool {
        (0..self.places.streams()).any(|index| self.next[index] < self.games_before(index, self.positions.len()))
    }

    /// Begins the next games of each stream in its free places, lowest first.
    fn launch(&mut self) {
        let streams = self.places.streams();
        let mut free: Set = std::array::from_fn(|index| {
            let free = if index < streams { !self.playing[index] } else { 0 };
            if free.count_ones() < P::ENOUGH { 0 } else { free }
        });
        let mut launched = Vec::new();
        loop {
            let left = |index: &usize| {
                free[*index] != 0 && self.next[*index] < self.games_before(*index, self.positions.len())
            };
            let position = |index| (game_of(self.first + index, self.next[index]) / self.games) as usize;
            let Some(position) = (0..streams).filter(left).map(position).min() else { break };
            let begun: Set = std::array::from_fn(|index| {
                let games = self.games_before(index, position + 1).saturating_sub(self.next[index]);
                lowest(free[index], games)
            });
            launched.push((&self.positions[position], begun));
            if !self.from.is_empty() {
                places_of(&begun).for_each(|place| self.from[place] = position);
            }
            for (index, begun) in begun.into_iter().enumerate() {
                self.next[index] += u64::from(begun.count_ones());
                self.playing[index] |= begun;
                free[index] &= !begun;
            }
        }
        self.places.launch_many(&launched);
    }

    /// Counts the games that have ended; their places are free.
    fn count(&mut self, tallies: &mut [Tally]) {
        let over = self.places.over();
        let ended: Set = std::array::from_fn(|index| self.playing[index] & over[index]);
        if ended == [0; STREAMS] {
            return;
        }
        let tally = self.places.count(&ended);
        match tallies {
            [all] => *all += tally,
            _ => places_of(&ended).for_each(|place| tallies[self.from[place]].count(self.places.playout(place))),
        }
        for (playing, ended) in self.playing.iter_mut().zip(ended) {
            *playing &= !ended;
        }
    }
}

/// The places of a set, by number.
pub(crate) fn places_of(set: &Set) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(index, &word)| each(word).map(move |bit| PLACES as usize * index + bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_of_one_stream() {
        for games in [0, 1, 63, 64, 65, 511, 512, 513, 520, 5000] {
            let mut dealt: Vec<u64> = (0..STREAMS)
                .flat_map(|stream| (0..games_below(stream, games)).map(move |index| game_of(stream, index)))
                .collect();
            dealt.sort_unstable();
            assert!(dealt.into_iter().eq(0..games), "{games}");
        }
    }
}
