//! The boards by name, for the games whose exercises are not written yet.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    Gomoku,
    Nogo,
}

impl From<Name> for &'static str {
    fn from(name: Name) -> &'static str {
        match name {
            Name::Gomoku => "gomoku",
            Name::Nogo => "nogo",
        }
    }
}

/// The rows of a game on a tier, as they are measured.
pub(crate) struct Costs {
    pub(crate) list: Vec<(&'static str, crate::Measurement)>,
}

impl Costs {
    pub(crate) fn measure(&mut self, row: &'static str, _: stonemask::Tier, calls: usize, run: impl FnMut()) {
        self.list.push((row, crate::cost::clock(calls, run)));
    }
}
