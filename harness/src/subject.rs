//! Kernels as data: what the check, a replay, the shrinking and the fuzz targets know of each.

use crate::input::{Input, Written};
use crate::source::Source;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stonemask::Tier;
use stonemask::kernels::with_tier;

/// A table of kernels, by tier.
pub trait Table: 'static {
    /// The table of a tier that is available.
    fn of(tier: Tier) -> &'static Self;
}

/// How a kernel is tried on the boards of one game.
pub struct Trial {
    game: &'static str,
    lane: Option<usize>,
    body: Box<dyn Body>,
}

/// A trial: how to call a table's method with an input. The game has its size if it has several.
pub fn trial<K: Table, I: Input, O: PartialEq + Debug + 'static>(
    game: &'static str,
    run: fn(&'static K, &I) -> O,
) -> Trial {
    Trial { game, lane: None, body: Box::new(Run { run }) }
}

impl Trial {
    /// The trial of the kernel with lanes of this width.
    pub fn lane(self, lane: usize) -> Trial {
        Trial { lane: Some(lane), ..self }
    }

    /// The trial of a kernel, as a subject.
    pub fn of(self, kernel: &str) -> Subject {
        let kernel = self.lane.map_or_else(|| kernel.to_owned(), |lane| format!("{kernel}_{lane}"));
        Subject { game: self.game, kernel, body: self.body }
    }
}

/// A kernel on the boards of one game.
pub struct Subject {
    game: &'static str,
    kernel: String,
    body: Box<dyn Body>,
}

/// A result that is not the reference's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The game, the kernel, the tier and the input, for `--replay`.
    pub line: String,
    /// The kernel's result.
    pub result: String,
    /// The reference's result.
    pub reference: String,
}

/// Reports of a round as it goes.
pub trait Watch {
    /// A kernel is about to be called.
    fn before(&mut self, line: &dyn Fn() -> String);
    /// It returned; its result is the reference's, or differs.
    fn after(&mut self, tier: Tier, difference: Option<Difference>);
}

/// A kernel whatever the types of its inputs and results.
trait Body {
    fn round(&self, of: &Subject, source: &mut Source, tiers: &[Tier], watch: &mut dyn Watch);
    fn compare(&self, tier: Tier, input: &str) -> Result<Comparison, String>;
    fn smaller(&self, input: &str, take: &mut dyn FnMut(String) -> bool) -> Result<bool, String>;
    fn of_bytes(&self, bytes: &[u8]) -> String;
}

/// A kernel's result beside the reference's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// The kernel's result.
    pub result: String,
    /// The reference's result.
    pub reference: String,
    /// Whether they differ.
    pub differs: bool,
}

impl Subject {
    /// The game's name, with its size if it has several.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The kernel's name in the game's table.
    pub fn kernel(&self) -> &str {
        &self.kernel
    }

    /// Tries the inputs of a round, each on each tier. The inputs depend on the seed, the kernel
    /// and the round alone.
    pub fn round(&self, seed: u64, round: u64, tiers: &[Tier], watch: &mut dyn Watch) {
        let mut source = Source::of_round(seed, self.game, &self.kernel, round);
        self.body.round(self, &mut source, tiers, watch);
    }

    /// Tries one input, given as text.
    ///
    /// # Errors
    /// If the text is not an input.
    pub fn compare(&self, tier: Tier, input: &str) -> Result<Comparison, String> {
        self.body.compare(tier, input).map_err(|problem| without_controls(&problem))
    }

    /// Offers smaller inputs than one, as text, the smallest first, until one is taken; says
    /// whether one was.
    ///
    /// # Errors
    /// If the text is not an input.
    pub fn smaller(&self, input: &str, take: &mut dyn FnMut(String) -> bool) -> Result<bool, String> {
        self.body.smaller(input, take)
    }

    /// The line that `--replay` takes.
    pub fn line(&self, tier: Tier, input: impl std::fmt::Display) -> String {
        format!("{} {} {tier} {input}", self.game, self.kernel)
    }

    /// The input that a fuzzer means: the text of one, or else choices drawn from the bytes.
    pub fn input_of(&self, bytes: &[u8]) -> String {
        self.body.of_bytes(bytes)
    }

    /// Tries an input on every tier that this processor has.
    ///
    /// # Errors
    /// If the text is not an input, or a tier's result differs from the reference's.
    pub fn try_all_tiers(&self, input: &str) -> Result<(), String> {
        for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
            let Comparison { result, reference, differs } = self.compare(tier, input)?;
            if differs {
                return Err(format!("{}\n    {result}, but the rules say {reference}", self.line(tier, input)));
            }
        }
        Ok(())
    }
}

struct Run<K: 'static, I, O> {
    run: fn(&'static K, &I) -> O,
}

impl<K: Table, I: Input, O: PartialEq + Debug> Run<K, I, O> {
    /// The result of a tier's kernel on an input, with that tier in use. A panic of the wrapper is
    /// a result too.
    fn result(&self, tier: Tier, input: &I) -> Result<O, String> {
        let run = || with_tier(tier, || (self.run)(K::of(tier), input)).expect("the tier is available");
        catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
            format!("a panic: {}", text.unwrap_or("without a message"))
        })
    }
}

/// A result as text of one line.
fn shown<O: Debug>(result: &Result<O, String>) -> String {
    match result {
        Ok(output) => without_controls(&format!("{output:?}")),
        Err(panic) => without_controls(panic),
    }
}

/// A text in which control characters, and others that cannot be seen, are escaped, so that it is
/// one line wherever it is printed and no terminal takes it for a command.
pub fn without_controls(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        let shown = matches!(character, '\\' | '\'' | '"') || character.escape_debug().len() == 1;
        if !shown {
            plain.extend(character.escape_debug());
        } else {
            plain.push(character);
        }
    }
    plain
}

impl<K: Table, I: Input, O: PartialEq + Debug> Body for Run<K, I, O> {
    fn round(&self, of: &Subject, source: &mut Source, tiers: &[Tier], watch: &mut dyn Watch) {
        I::round(source, &mut |_, input| {
            let mut reference = None;
            for &tier in tiers {
                let line = || of.line(tier, Written(&input));
                watch.before(&line);
                let result = self.result(tier, &input);
                let reference = reference.get_or_insert_with(|| self.result(Tier::Reference, &input));
                let difference = (result != *reference).then(|| Difference {
                    line: line(),
                    result: shown(&result),
                    reference: shown(reference),
                });
                watch.after(tier, difference);
            }
        });
    }

    fn compare(&self, tier: Tier, input: &str) -> Result<Comparison, String> {
        let input = I::read(input)?;
        let (result, reference) = (self.result(tier, &input), self.result(Tier::Reference, &input));
        Ok(Comparison { differs: result != reference, result: shown(&result), reference: shown(&reference) })
    }

    fn smaller(&self, input: &str, take: &mut dyn FnMut(String) -> bool) -> Result<bool, String> {
        Ok(I::read(input)?.smaller(&mut |input| take(Written(&input).to_string())))
    }

    fn of_bytes(&self, bytes: &[u8]) -> String {
        let text = std::str::from_utf8(bytes).ok().and_then(|text| I::read(text.trim_end_matches('\n')).ok());
        Written(&text.unwrap_or_else(|| I::arbitrary(&mut Source::Bytes(bytes)))).to_string()
    }
}

/// The parts of a line that `--replay` takes.
///
/// # Errors
/// If it names no kernel or tier: what is wrong.
pub fn parse_line<'s, 'l>(subjects: &'s [Subject], line: &'l str) -> Result<(&'s Subject, Tier, &'l str), String> {
    let mut parts = line.trim().splitn(4, ' ');
    let (Some(game), Some(kernel), Some(tier), Some(input)) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err("expected a game, a kernel, a tier and an input, as stonemask check prints them".to_owned());
    };
    let of_game = |subject: &&Subject| subject.game == game;
    if !subjects.iter().any(|subject| of_game(&subject)) {
        return Err(format!("'{}' is not a game", game.escape_debug()));
    }
    let subject = subjects.iter().filter(of_game).find(|subject| subject.kernel == kernel);
    let subject = subject.ok_or_else(|| format!("{game} has no kernel '{}'", kernel.escape_debug()))?;
    let tier = tier.parse().map_err(|error| format!("{error}"))?;
    Ok((subject, tier, input))
}
