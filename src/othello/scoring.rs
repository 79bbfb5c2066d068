//! How finished games are scored.

/// How a finished game is scored, for each side the same.
///
/// ```
/// use stonemask::othello::{Board, Options, Scoring, Solver};
///
/// let fewest = Options::default().scoring(Scoring::FewestDiscs);
/// let mut solver = Solver::<4>::with_options(1 << 20, fewest)?;
/// assert_eq!(solver.solve(&Board::start()).score, -3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub enum Scoring {
    /// Own discs minus the opponent's; each side wants many.
    #[default]
    Discs,
    /// Own discs minus the opponent's, the squares left empty added to the winner's, as tournaments
    /// and the WTHOR database count.
    EmptiesToWinner,
    /// Own discs minus the opponent's; each side wants few (anti-Othello).
    FewestDiscs,
}

impl Scoring {
    /// Every way, in the order of their numbers in the kernels.
    pub const ALL: [Scoring; 3] = [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs];

    /// The value of a finished game for a side, by its difference of discs and its empty squares.
    #[inline]
    pub(crate) const fn value(self, difference: i32, empties: u32) -> i32 {
        match self {
            Scoring::Discs => difference,
            Scoring::EmptiesToWinner => difference + difference.signum() * empties as i32,
            Scoring::FewestDiscs => -difference,
        }
    }

    /// The difference of discs, seen by the same side, from such a value; and the value from the
    /// difference.
    pub(crate) const fn difference(self, value: i32) -> i32 {
        if matches!(self, Scoring::FewestDiscs) { -value } else { value }
    }
}
