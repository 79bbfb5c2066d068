//! The kernels that must be assembly, whatever the clock says.

use crate::tier::Tier;

/// The founding routines: game, kernel and tier.
///
/// The project was asked for these before everything else: the hot routines (Othello's outflank and
/// flip, Gomoku's five-in-a-row scan with row limits, NoGo's shift-and-mask update) in x86-64
/// assembly, following the documents' own state and vector design, beside pure-Rust references. A
/// kernel of a tier must beat the one below or make way for it; these are exempt.
pub const FOUNDING: [(&str, &str, Tier); 9] = [
    ("othello", "flips", Tier::X64),
    ("othello", "outflanks", Tier::X64),
    ("othello", "packed6_outflank", Tier::X64),
    ("othello", "packed6_move", Tier::X64),
    ("gomoku", "runs", Tier::X64),
    ("gomoku", "five", Tier::X64),
    ("nogo", "play", Tier::X64),
    ("nogo", "four_boards_moves", Tier::X64),
    ("nogo", "four_boards_surrounded", Tier::X64),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internals::TABLES;

    /// Whoever declares one of them `rust`, or leaves its tier out, is told why it stays.
    #[test]
    fn founding_routines_are_assembly() {
        for (game, kernel, tier) in FOUNDING {
            let declared = TABLES.iter().flat_map(|table| table.declarations);
            let declaration = declared.into_iter().find(|declared| (declared.game, declared.name) == (game, kernel));
            let declaration = declaration.unwrap_or_else(|| panic!("no kernel of {game} is called {kernel}"));
            for (name, tiers) in declaration.assembly_tiers() {
                assert!(
                    tiers.contains(&tier),
                    "{game} {name} is not assembly on {tier}. It is one of the founding routines, which the project was asked for: \
                     they stay, even where compiled Rust is as fast"
                );
            }
        }
    }
}
