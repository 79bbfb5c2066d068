//! The semantics against this processor: each form of the kernels' instructions on random
//! registers, flags, masks and memory.
//!
//! The semantics are evaluated three ways: on variables only, on constants only, and on both. A
//! mistake in the folding of constants cannot show in the first.

#[cfg(test)]
mod defects;
mod draw;
mod faults;
mod forms;
mod model;
mod native;

use crate::extensions::lowest_tier;
use crate::image::{Image, Kernel};
use crate::refused::{Result, refuse};
use crate::semantics;
use draw::Plan;
pub(crate) use forms::{Form, forms};
use iced_x86::Instruction;
use native::Machine;
use rayon::prelude::*;
use serde::Serialize;
use stonemask::{Random, Tier};

/// Changes the semantics' result of an instruction: a defect that the comparison must find.
pub(crate) type Defect<'a> = &'a dyn Fn(&mut model::After);

/// How often each form is run: per batch, and at least.
const BATCH: usize = 64;

/// How often each form is run with addresses in data registers.
const ADDRESSES: usize = 32;

/// The results.
#[derive(Serialize)]
pub(crate) struct Tally {
    pub(crate) forms: usize,
    pub(crate) runs: usize,
    /// Forms that this processor cannot run.
    pub(crate) left_out: usize,
    /// Each difference, in a line.
    pub(crate) differences: Vec<String>,
}

/// Tries every form of some kernels' instructions at least `runs` times.
pub(crate) fn try_all(image: &Image, kernels: &[&Kernel], runs: usize) -> Result<Tally> {
    let (tried, left_out): (Vec<Form>, Vec<Form>) =
        forms(kernels.iter().copied()).into_iter().partition(|form| has(&form.instruction));
    let differences = tried.par_iter().map_init(Machine::new, |machine, form| match machine {
        // A form without semantics differs too.
        Ok(machine) => Ok(try_form(image, machine, form, runs, None)
            .unwrap_or_else(|refused| Some(format!("{} ({}): {refused}", form.instruction, form.name)))),
        Err(refused) => Err(refused.clone()),
    });
    let differences: Vec<Option<String>> = differences.collect::<Result<_>>()?;
    Ok(Tally {
        forms: tried.len(),
        runs: tried.len() * runs.next_multiple_of(BATCH),
        left_out: left_out.len(),
        differences: differences.into_iter().flatten().collect(),
    })
}

/// Whether this processor has the instruction.
pub(crate) fn has(instruction: &Instruction) -> bool {
    lowest_tier(instruction).is_ok_and(Tier::is_available)
}

/// The first difference between the processor and the semantics of a form, if any.
pub(crate) fn try_form(
    image: &Image,
    machine: &mut Machine,
    form: &Form,
    runs: usize,
    defect: Option<Defect>,
) -> Result<Option<String>> {
    // Without a run: it might stop the process, or change how it goes on.
    semantics::has_semantics(&form.instruction)?;
    let seed = form.name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = Random::new(seed);
    let mut begun = 0;
    while begun < runs {
        let plan = Plan::new(&form.instruction, machine.room(), &mut random);
        let before: Vec<_> = (0..BATCH).map(|_| plan.draw(&mut random)).collect();
        machine.load(&plan.instruction)?;
        let after: Vec<_> = before.iter().map(|registers| machine.run(registers)).collect();
        let all = model::Question { image, plan: &plan, before: &before, after: &after, defect };
        let mut ways = vec![("variables", all.ask(|_| true)?)];
        for index in 0..BATCH {
            let one = model::Question { before: &before[index..=index], after: &after[index..=index], ..all };
            ways.push(("constants", one.ask(|_| false)?));
            ways.push(("variables and constants", one.ask(|_| random.next_u64() & 1 == 1)?));
        }
        for (way, outcome) in ways {
            if let Some(what) = outcome {
                return Ok(Some(format!("{} ({}), on {way}: {what}", plan.instruction, form.name)));
            }
        }
        begun += BATCH;
    }
    if begun == 0 {
        refuse!("no runs");
    }
    if let Some(difference) = with_addresses_as_data(image, machine, form, defect, &mut random)? {
        return Ok(Some(difference));
    }
    with_misaligned_operand(image, machine, form, &mut random)
}

/// The first difference when data registers hold addresses. Results that the semantics refuse or
/// leave undefined are not counted as wrong.
fn with_addresses_as_data(
    image: &Image,
    machine: &mut Machine,
    form: &Form,
    defect: Option<Defect>,
    random: &mut Random,
) -> Result<Option<String>> {
    for _ in 0..ADDRESSES {
        let plan = Plan::new(&form.instruction, machine.room(), random);
        let Some(plan) = plan.with_addresses_as_data(random) else { return Ok(None) };
        let before = [plan.draw(random)];
        machine.load(&plan.instruction)?;
        let after = [machine.run(&before[0])];
        let question = model::Question { image, plan: &plan, before: &before, after: &after, defect };
        if let Ok(Some(what)) = question.ask(|_| random.next_u64() & 1 == 1) {
            return Ok(Some(format!("{} ({}), with addresses as data: {what}", plan.instruction, form.name)));
        }
    }
    Ok(None)
}

/// The first place of a memory operand at which the processor faults and the semantics do not say
/// so, or the other way round.
fn with_misaligned_operand(
    image: &Image,
    machine: &mut Machine,
    form: &Form,
    random: &mut Random,
) -> Result<Option<String>> {
    for beyond in [0, 1, 2, 4, 8, 16, 32, 40] {
        let plan = Plan::with_operand_at(&form.instruction, machine.room(), beyond, random);
        if plan.windows.is_empty() {
            return Ok(None);
        }
        let before = [plan.draw(random)];
        machine.load(&plan.instruction)?;
        let faulted = machine.run(&before[0]).faulted;
        let question = model::Question { image, plan: &plan, before: &before, after: &[], defect: None };
        if question.is_misaligned()? != faulted {
            let does = if faulted { "faults" } else { "does not fault" };
            return Ok(Some(format!("{} ({}) {does} {beyond} bytes beyond a boundary", plan.instruction, form.name)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced_x86::Mnemonic;

    #[test]
    fn an_operand_that_must_be_aligned_faults_and_another_does_not() {
        let image = Image::of_this_program().unwrap();
        let mut machine = Machine::new().unwrap();
        let reads = |i: &Instruction| i.op1_kind() == iced_x86::OpKind::Memory;
        for (mnemonic, must_be_aligned) in [(Mnemonic::Movdqa, true), (Mnemonic::Movdqu, false)] {
            let forms = forms(&image.kernels);
            let form = forms.iter().find(|form| form.instruction.mnemonic() == mnemonic && reads(&form.instruction));
            let instruction = form.unwrap().instruction;
            for beyond in [0, 8, 16] {
                let mut random = Random::new(1);
                let plan = Plan::with_operand_at(&instruction, machine.room(), beyond, &mut random);
                machine.load(&plan.instruction).unwrap();
                let before = [plan.draw(&mut random)];
                let faulted = machine.run(&before[0]).faulted;
                assert_eq!(faulted, must_be_aligned && beyond == 8, "{instruction}, {beyond} bytes beyond");
                let question =
                    model::Question { image: &image, plan: &plan, before: &before, after: &[], defect: None };
                assert_eq!(question.is_misaligned().unwrap(), faulted, "{instruction}, {beyond} bytes beyond");
            }
        }
    }

    #[test]
    fn the_semantics_are_the_processors() {
        let image = Image::of_this_program().unwrap();
        let tally = try_all(&image, &image.kernels.iter().collect::<Vec<_>>(), 1).unwrap();
        assert!(tally.differences.is_empty(), "{}", tally.differences.join("\n"));
        assert!(tally.forms > 300 || !stonemask::Tier::Avx2.is_available());
    }
}
