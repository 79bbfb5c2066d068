//! The options that describe a board.

use crate::named::named;
use crate::numbers::whole;
use clap::Args;
use stonemask::gomoku;

/// The board, where a game is played on several.
#[derive(Args, Clone, Debug)]
pub(crate) struct Shape {
    /// The number of rows. Gomoku: 1 to 64 [default: 15]. NoGo: 1 to 9 [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    pub(crate) rows: Option<usize>,
    /// The number of columns, with the same limits. NoGo: a single row may have up to 17; it bends
    /// down after the ninth cell: j1, j2, j3
    #[arg(long, alias = "cols", value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    pub(crate) columns: Option<usize>,
    /// Gomoku: freestyle, standard, renju, caro or caro-exact [default: freestyle]
    #[arg(long, value_name = "RULE", hide_possible_values = true, value_parser = named(&gomoku::Rule::ALL, gomoku::Rule::name))]
    pub(crate) rule: Option<gomoku::Rule>,
    /// NoGo: blocked cells, such as "e5 d4"
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,
    /// NoGo: black's first move may not be at the centre
    #[arg(long)]
    pub(crate) forbid_centre: bool,
}

impl Shape {
    /// The first of these options that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.all_given().next()
    }

    pub(super) fn all_given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--rows", self.rows.is_some()),
            ("--columns", self.columns.is_some()),
            ("--rule", self.rule.is_some()),
            ("--blocked", self.blocked.is_some()),
            ("--forbid-centre", self.forbid_centre),
        ];
        given.into_iter().filter_map(|(option, given)| given.then_some(option))
    }
}
