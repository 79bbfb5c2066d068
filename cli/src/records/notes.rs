//! Facts in records beside the game.

use stonemask::game::Colour;

/// Names, places and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    /// The tournament.
    pub(crate) event: Option<String>,
    /// Where the game was played.
    pub(crate) place: Option<String>,
    pub(crate) date: Option<Date>,
    /// The name of the opening, and the choices in it.
    pub(crate) opening: Option<String>,
    /// How the file says that the game ended, where that is not just what the moves say.
    pub(crate) verdict: Option<Verdict>,
    /// GGF's type of the game, unless it is the usual one.
    pub(crate) kind: Option<String>,
    /// Properties that no format has a place for here, as messages name them.
    pub(crate) others: Vec<String>,
}

impl Notes {
    /// Takes note, once, of something that no format has a place for here.
    pub(super) fn also(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.others.contains(&what) {
            self.others.push(what);
        }
    }
}

/// The colour that a word names.
fn colour(text: &str) -> Option<Colour> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        _ => None,
    }
}

/// A date as a format writes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Date {
    pub(crate) text: String,
    pub(crate) style: Style,
}

/// Whose dates they are: SGF's are `2003-12-15`, GGF's `2003.12.15_13:24:03.MST`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    Sgf,
    Ggf,
}

impl Date {
    /// As another format writes it, and what that has no place for.
    pub(super) fn written(&self, style: Style) -> (Option<String>, Option<&'static str>) {
        const NONE: (Option<String>, Option<&str>) = (None, Some("the date"));
        if self.style == style {
            return (Some(self.text.clone()), None);
        }
        let text = self.text.trim();
        let end = text.find(|letter: char| "_ T".contains(letter)).unwrap_or(text.len());
        let (day, time) = text.split_at(end);
        let separators: &[char] = if self.style == Style::Sgf { &['-'] } else { &['.', '-', '/'] };
        let parts: Vec<&str> = day.split(separators).collect();
        let is_number =
            |(part, length): (&&str, usize)| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        let is_date = parts.len() <= 3 && parts.iter().zip([4, 2, 2]).all(is_number);
        let within = |index: usize, most: u32| {
            parts.get(index).is_none_or(|part| part.parse().is_ok_and(|number: u32| (1..=most).contains(&number)))
        };
        if !is_date || !within(1, 12) || !within(2, 31) {
            return NONE;
        }
        let separator = if style == Style::Sgf { "-" } else { "." };
        (Some(parts.join(separator)), Some("the time of day").filter(|_| !time.trim().is_empty()))
    }
}

/// How a game ended, in a file's words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The file says that it is not known.
    Unknown,
    /// It does not count.
    Void,
    Ended(Ending),
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ending {
    /// `None` in a draw.
    pub(crate) winner: Option<Colour>,
    /// By how many thousandths of discs or points.
    pub(crate) margin: Option<u32>,
    pub(crate) cause: Option<Cause>,
}

/// Why a game ended early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cause {
    Resigned,
    Time,
    Forfeit,
    Illegal,
    /// The players agreed on the result.
    Agreed,
}

/// All discs of a board, which a game that is given up counts as in GGF.
const ALL_DISCS: u32 = 64_000;

impl Verdict {
    /// Black's discs less white's decide.
    pub(super) fn of_discs(margin: i32) -> Ending {
        let winner = match margin.signum() {
            1 => Some(Colour::Black),
            -1 => Some(Colour::White),
            _ => None,
        };
        Ending { winner, margin: Some(1000 * margin.unsigned_abs()), cause: None }
    }

    /// Reads SGF's RE: `B+12`, `W+R`, `B+T`, `0`, `?`, `Void`; `None` where it is not understood.
    pub(super) fn from_sgf(text: &str) -> Option<Verdict> {
        let draw = Ending { winner: None, margin: None, cause: None };
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "?" => return Some(Verdict::Unknown),
            "void" => return Some(Verdict::Void),
            "0" | "draw" => return Some(Verdict::Ended(draw)),
            _ => {}
        }
        let (colour, how) = text.split_once('+')?;
        let winner = Some(self::colour(colour)?);
        let (margin, cause) = match how.trim() {
            "r" | "resign" => (None, Some(Cause::Resigned)),
            "t" | "time" => (None, Some(Cause::Time)),
            "f" | "forfeit" => (None, Some(Cause::Forfeit)),
            "i" | "illegal" => (None, Some(Cause::Illegal)),
            "" => (None, None),
            number => (Some(thousandths(number)?), None),
        };
        Some(Verdict::Ended(Ending { winner, margin, cause }))
    }

    /// As SGF writes it, and what it has no place for.
    pub(super) fn to_sgf(self) -> (String, Option<&'static str>) {
        let Ending { winner, margin, cause } = match self {
            Verdict::Unknown => return ("?".to_owned(), None),
            Verdict::Void => return ("Void".to_owned(), None),
            Verdict::Ended(ending) => ending,
        };
        let Some(winner) = winner else { return ("0".to_owned(), cause.map(|_| "the cause of a draw")) };
        let score = margin.map_or(String::new(), decimal);
        let how = match cause {
            Some(Cause::Resigned) => "R",
            Some(Cause::Time) => "T",
            Some(Cause::Forfeit) => "F",
            Some(Cause::Illegal) => "Illegal",
            Some(Cause::Agreed) | None => &score,
        };
        let lost = match cause {
            None => None,
            Some(Cause::Agreed) => Some("a result that was agreed on"),
            Some(_) => margin.filter(|&margin| margin != ALL_DISCS).map(|_| "the score of a game that was given up"),
        };
        (format!("{}+{how}", if winner == Colour::Black { 'B' } else { 'W' }), lost)
    }

    /// Reads GGF's RE: black's discs less white's, behind it `:r` when one resigned, `:t` when time
    /// ran out, `:s` when both agreed; `None` where it is not understood.
    pub(super) fn from_ggf(text: &str) -> Option<Verdict> {
        let (number, cause) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if number == "?" && cause.is_empty() {
            return Some(Verdict::Unknown);
        }
        let (sign, digits) = match number.strip_prefix('-') {
            Some(digits) => (Colour::White, digits),
            None => (Colour::Black, number.strip_prefix('+').unwrap_or(number)),
        };
        let margin = thousandths(digits)?;
        let cause = match cause.trim() {
            "" => None,
            "r" => Some(Cause::Resigned),
            "t" => Some(Cause::Time),
            "s" => Some(Cause::Agreed),
            _ => return None,
        };
        Some(Verdict::Ended(Ending { winner: (margin > 0).then_some(sign), margin: Some(margin), cause }))
    }

    /// As GGF writes it, and what it has no place for. It needs a number: a game given up counts as
    /// lost with all discs.
    pub(super) fn to_ggf(self) -> (String, Option<&'static str>) {
        let unknown = |lost| ("?".to_owned(), lost);
        let Ending { winner, margin, cause } = match self {
            Verdict::Unknown => return unknown(None),
            Verdict::Void => return unknown(Some("a result that is void")),
            Verdict::Ended(ending) => ending,
        };
        let flag = match cause {
            Some(Cause::Resigned) => ":r",
            Some(Cause::Time) => ":t",
            Some(Cause::Agreed) => ":s",
            Some(Cause::Forfeit) => return unknown(Some("a result by forfeit")),
            Some(Cause::Illegal) => return unknown(Some("a result by an illegal move")),
            None => "",
        };
        let margin = match (margin, winner) {
            (Some(0), Some(_)) => return unknown(Some("a win by nothing")),
            (Some(margin), _) => margin,
            (None, None) => 0,
            (None, Some(_)) if cause.is_some() => ALL_DISCS,
            (None, Some(_)) => return unknown(Some("a win without a score")),
        };
        let sign = if winner == Some(Colour::White) { '-' } else { '+' };
        (format!("{sign}{}.{:03}{flag}", margin / 1000, margin % 1000), None)
    }

    /// Black's discs, as WTHOR counts them, if it has a place for that.
    pub(super) fn to_discs(self) -> Option<u32> {
        let Verdict::Ended(Ending { winner, margin, cause: None }) = self else { return None };
        let margin = if winner.is_none() { 0 } else { margin? };
        if !margin.is_multiple_of(2000) || margin > ALL_DISCS {
            return None;
        }
        let half = margin / 2000;
        Some(if winner == Some(Colour::White) { 32 - half } else { 32 + half })
    }
}

/// The thousandths of a number without a sign, and with three decimals at most.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals.trim_end_matches('0');
    let is_number = !whole.is_empty() && (whole.len() <= 5) && decimals.len() <= 3;
    if !is_number || !whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(1000 * whole.parse::<u32>().ok()? + format!("{decimals:0<3}").parse::<u32>().ok()?)
}

fn decimal(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
