//! What records say beside the game.

use stonemask::game::Colour;

/// Names, places and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    /// The tournament, or where the game was played.
    pub(crate) event: Option<String>,
    pub(crate) date: Option<String>,
    /// How a game ended that was not played to its end.
    pub(crate) verdict: Option<Verdict>,
    /// What no other format has a place for, as messages name it.
    pub(crate) others: Vec<String>,
}

impl Notes {
    /// Takes note, once, of something that no other format has a place for.
    pub(super) fn also(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.others.contains(&what) {
            self.others.push(what);
        }
    }
}

/// The colour that `B` or `W` names.
pub(super) fn colour(text: &str) -> Option<Colour> {
    match text.trim() {
        "B" | "b" => Some(Colour::Black),
        "W" | "w" => Some(Colour::White),
        _ => None,
    }
}

/// The result of a game that was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    /// `None` in a draw.
    pub(crate) winner: Option<Colour>,
    /// By how many discs or points.
    pub(crate) margin: Option<u32>,
    pub(crate) cause: Option<Cause>,
}

/// Why a game ended early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cause {
    Resigned,
    Time,
}

impl Verdict {
    /// Reads SGF's RE: `B+12`, `W+R`, `B+T`, `0`; `None` where it says that nothing is known, `?` or `Void`, or is not understood.
    pub(super) fn from_sgf(text: &str) -> Option<Verdict> {
        let text = text.trim();
        if ["0", "Draw", "draw"].contains(&text) {
            return Some(Verdict { winner: None, margin: None, cause: None });
        }
        let (colour, how) = text.split_once('+')?;
        let winner = Some(self::colour(colour)?);
        let (margin, cause) = match how.to_ascii_lowercase().as_str() {
            "r" | "resign" => (None, Some(Cause::Resigned)),
            "t" | "time" => (None, Some(Cause::Time)),
            "" => (None, None),
            number => (Some(number.parse::<f64>().ok()? as u32), None),
        };
        Some(Verdict { winner, margin, cause })
    }

    pub(super) fn to_sgf(self) -> String {
        let Some(winner) = self.winner else { return "0".to_owned() };
        let how = match (self.cause, self.margin) {
            (Some(Cause::Resigned), _) => "R".to_owned(),
            (Some(Cause::Time), _) => "T".to_owned(),
            (None, Some(margin)) => margin.to_string(),
            (None, None) => String::new(),
        };
        format!("{}+{how}", if winner == Colour::Black { 'B' } else { 'W' })
    }

    /// Reads GGF's RE: black's discs less white's, `:r` behind it when one resigned, `:t` when time ran out.
    pub(super) fn from_ggf(text: &str) -> Option<Verdict> {
        let (number, cause) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let discs = number.parse::<f64>().ok()?;
        let winner = (discs != 0.0).then_some(if discs > 0.0 { Colour::Black } else { Colour::White });
        let cause = match cause {
            "r" => Some(Cause::Resigned),
            "t" | "l" => Some(Cause::Time),
            _ => None,
        };
        Some(Verdict { winner, margin: Some(discs.abs() as u32), cause })
    }

    pub(super) fn to_ggf(self) -> String {
        let sign = if self.winner == Some(Colour::White) { '-' } else { '+' };
        let margin = match (self.margin, self.winner) {
            (Some(margin), _) => margin,
            // A number is needed: a game given up counts as lost with all discs.
            (None, Some(_)) => 64,
            (None, None) => 0,
        };
        let cause = match self.cause {
            Some(Cause::Resigned) => ":r",
            Some(Cause::Time) => ":t",
            None => "",
        };
        format!("{sign}{margin}.000{cause}")
    }
}
