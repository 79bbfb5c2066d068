//! The clocks of a game.

use std::time::Duration;

/// The time of a move beside thinking: the way through two pipes, and the system's clock.
pub(crate) const MARGIN: Duration = Duration::from_millis(20);

/// How the time of a player is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// Not at all.
    Unlimited,
    /// A time for the whole game, to which each move adds.
    Game {
        /// For the game.
        main: Duration,
        /// The time that a move adds.
        increment: Duration,
    },
    /// A main time, then a number of moves in every period: Canadian byo-yomi.
    Canadian {
        /// Before the periods.
        main: Duration,
        /// The length of each.
        period: Duration,
        /// The moves to make in each, at least one.
        stones: u32,
    },
    /// A main time, then periods, of which a move that is longer uses up one: Japanese byo-yomi.
    Byoyomi {
        /// Before the periods.
        main: Duration,
        /// The length of each.
        period: Duration,
        /// How many there are, at least one.
        periods: u32,
    },
}

/// A player's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    control: Control,
    /// The rest of the main time.
    main: Duration,
    /// The rest of the period.
    period: Duration,
    /// The moves to make in the period, or the periods left.
    count: u32,
}

impl Clock {
    pub(crate) fn new(control: Control) -> Clock {
        let (main, period, count) = match control {
            Control::Unlimited => (Duration::ZERO, Duration::ZERO, 0),
            Control::Game { main, .. } => (main, Duration::ZERO, 0),
            Control::Canadian { main, period, stones } => (main, period, stones),
            Control::Byoyomi { main, period, periods } => (main, period, periods),
        };
        Clock { control, main, period, count }
    }

    /// Sets the rest that a referee tells: of the main time where `count` is 0; else of the period,
    /// with the moves to make in it, or with the periods left.
    pub(crate) fn set_left(&mut self, left: Duration, count: u32) {
        if count > 0 {
            (self.main, self.period, self.count) = (Duration::ZERO, left, count);
            if let Control::Unlimited | Control::Game { .. } = self.control {
                self.control = Control::Canadian { main: Duration::ZERO, period: left, stones: count };
            }
        } else {
            self.main = left;
            if self.control == Control::Unlimited {
                self.control = Control::Game { main: left, increment: Duration::ZERO };
            }
        }
    }

    /// The time for the next move, given how many are to come; `None` without a limit. Nothing,
    /// when no time is left.
    pub(crate) fn allotted(&self, moves: u32) -> Option<Duration> {
        let share = self.main / moves.max(1);
        let time = match self.control {
            Control::Unlimited => return None,
            Control::Game { increment, .. } => (share + increment).min(self.main),
            Control::Canadian { .. } => share.max(self.period / self.count.max(1)),
            Control::Byoyomi { .. } => share.max(self.period),
        };
        Some(time.saturating_sub(MARGIN))
    }

    /// A move was made that took so long.
    pub(crate) fn spend(&mut self, used: Duration) {
        let beyond = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        match self.control {
            Control::Unlimited => {}
            Control::Game { increment, .. } => {
                if beyond.is_zero() {
                    self.main += increment;
                }
            }
            Control::Canadian { period, stones, .. } if self.main.is_zero() => {
                self.period = self.period.saturating_sub(beyond);
                self.count = self.count.saturating_sub(1);
                if self.count == 0 && !self.period.is_zero() {
                    (self.period, self.count) = (period, stones);
                }
            }
            Control::Byoyomi { period, .. } if self.main.is_zero() => {
                let mut beyond = beyond;
                while beyond >= self.period && self.count > 0 {
                    beyond -= self.period;
                    self.count -= 1;
                    self.period = period;
                }
                self.period = if self.count > 0 { period } else { Duration::ZERO };
            }
            Control::Canadian { .. } | Control::Byoyomi { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn a_game_s_time_is_shared_among_its_moves_and_never_overdrawn() {
        let mut clock = Clock::new(Control::Game { main: seconds(60), increment: seconds(1) });
        for moves in (1..=30).rev() {
            let time = clock.allotted(moves).unwrap();
            assert!(time + MARGIN <= clock.main && time + MARGIN >= seconds(1), "{time:?} of {clock:?}");
            clock.spend(time);
        }
        clock.spend(seconds(100));
        assert_eq!(clock.allotted(10), Some(Duration::ZERO), "no time is left, and none is added");
        assert_eq!(Clock::new(Control::Unlimited).allotted(1), None);
    }

    #[test]
    fn canadian_byo_yomi_begins_a_period_after_its_stones() {
        let mut clock = Clock::new(Control::Canadian { main: seconds(10), period: seconds(30), stones: 3 });
        assert_eq!(clock.allotted(1), Some(seconds(10) - MARGIN));
        clock.spend(seconds(15));
        assert_eq!((clock.main, clock.period, clock.count), (seconds(0), seconds(25), 2));
        assert_eq!(clock.allotted(20), Some(seconds(25) / 2 - MARGIN));
        clock.spend(seconds(5));
        clock.spend(seconds(5));
        assert_eq!((clock.period, clock.count), (seconds(30), 3));
        clock.spend(seconds(31));
        assert_eq!(clock.allotted(20), Some(Duration::ZERO));
    }

    #[test]
    fn japanese_byo_yomi_takes_a_period_from_a_move_that_is_too_long() {
        let mut clock = Clock::new(Control::Byoyomi { main: seconds(0), period: seconds(30), periods: 3 });
        for _ in 0..5 {
            assert_eq!(clock.allotted(20), Some(seconds(30) - MARGIN));
            clock.spend(seconds(29));
        }
        clock.spend(seconds(61));
        assert_eq!((clock.period, clock.count), (seconds(30), 1));
        clock.spend(seconds(30));
        assert_eq!(clock.allotted(20), Some(Duration::ZERO));
    }

    #[test]
    fn a_referee_s_word_counts() {
        let mut clock = Clock::new(Control::Canadian { main: seconds(60), period: seconds(30), stones: 3 });
        clock.set_left(seconds(20), 2);
        assert_eq!(clock.allotted(20), Some(seconds(10) - MARGIN));
        clock.set_left(seconds(50), 0);
        assert_eq!(clock.main, seconds(50));
        let mut clock = Clock::new(Control::Unlimited);
        clock.set_left(seconds(0), 0);
        assert_eq!(clock.allotted(20), Some(Duration::ZERO));
    }
}
