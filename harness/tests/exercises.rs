//! Promise: every kernel that is declared has one exercise, and every exercise is of a declared
//! kernel.

use std::collections::BTreeSet;
use stonemask::internals::{Declaration, KernelTable, TABLES};
use stonemask::{Random, Tier};
use stonemask_harness::{Array, Cost, GAMES, Kernel, Parameter, callee, kernels, rows, subjects};

/// Whether something can be compared: a result, or memory that may be written.
fn gives_something_back(declaration: &Declaration) -> bool {
    !declaration.result.is_empty() || declaration.arguments.iter().any(|(_, kind)| kind.contains("*mut"))
}

#[test]
fn every_declared_kernel_has_one_exercise_and_every_exercise_is_of_one() {
    for KernelTable { game, declarations, .. } in TABLES {
        let declared: Vec<&str> = declarations.iter().map(|declaration| declaration.name).collect();
        let written = GAMES.iter().find(|of| of.name == game).unwrap_or_else(|| panic!("{game} has no exercises"));
        let mut exercises: Vec<&str> = (written.exercises)().iter().map(|exercise| exercise.kernel).collect();
        for name in declared {
            let found = exercises.iter().position(|exercise| *exercise == name);
            exercises.swap_remove(found.unwrap_or_else(|| panic!("harness/src/{game} has no exercise of {name}")));
        }
        assert!(exercises.is_empty(), "{game} declares no kernels {exercises:?}, or they have a second exercise");
    }
    assert!(GAMES.iter().all(|of| TABLES.iter().any(|table| table.game == of.name)), "a game without kernels");
}

#[test]
fn every_kernel_is_tried_in_each_lane_and_measured() {
    let rows = rows();
    for Kernel { declaration, exercise } in kernels() {
        let Declaration { game, name, .. } = declaration;
        let tried: BTreeSet<String> = exercise
            .trials
            .into_iter()
            .map(|trial| {
                let subject = trial.of(name);
                assert!(subject.game().starts_with(game), "{game} {name} is tried on {}", subject.game());
                subject.kernel().to_owned()
            })
            .collect();
        let entries: BTreeSet<String> = declaration.names().into_iter().collect();
        let expected = if gives_something_back(declaration) { entries } else { BTreeSet::new() };
        assert_eq!(tried, expected, "{game} {name}: what is tried, and what is to be");
        match exercise.cost {
            Cost::Rows(rows) => {
                assert!(!rows.is_empty(), "{game} {name}: no row");
                assert!(rows.iter().all(|row| row.game.starts_with(game)), "{game} {name}: a row of another game");
            }
            Cost::Within(row) => {
                let found = rows.iter().any(|other| other.game.starts_with(game) && other.name == row);
                assert!(found, "{game} {name}: no row '{row}'");
            }
            Cost::Unmeasured(reason) => assert!(!reason.is_empty(), "{game} {name}: not measured without a reason"),
        }
    }
}

/// Contracts are put together of declarations and arrays, and calls of values: each panics where
/// one does not fit the other.
#[test]
fn every_contract_is_of_its_declaration_and_every_call_of_its_contract() {
    let mut random = Random::new(1);
    for declaration in TABLES.iter().flat_map(|table| table.declarations) {
        for name in declaration.names() {
            let callee = callee(declaration.game, &name).expect("an exercise");
            for tier in Tier::ALL {
                assert_eq!(callee.contract(tier).parameters.len(), declaration.arguments.len(), "{name}");
                (0..20).for_each(|_| _ = callee.call(tier, &mut random));
            }
        }
    }
}

/// A caller in Rust keeps the promises of a contract: arrays are as large and as aligned as their
/// types.
#[test]
fn no_contract_promises_more_than_the_types_of_its_arguments_keep() {
    // Words and rows within types that are aligned to more: `Board`'s planes, `Found` of many
    // boards.
    let is_within_aligned = |name: &str, parameter: &str| parameter == "planes" || name == "batch_winning_cells";
    for declaration in TABLES.iter().flat_map(|table| table.declarations) {
        for (name, tier) in declaration.names().iter().flat_map(|name| Tier::ALL.map(|tier| (name, tier))) {
            let contract = callee(declaration.game, name).expect("an exercise").contract(tier);
            for ((parameter, of), &(size, align)) in contract.parameters.iter().zip(declaration.layouts) {
                let Parameter::Array(Array { element, align: promised, .. }) = *of else {
                    assert_eq!((size, align), (0, 0), "{name}, {parameter}: a number");
                    continue;
                };
                // A pointer to words may be to rows or planes of them.
                assert!(element <= size || size <= 8, "{name}, {tier}, {parameter}: {element} bytes, {size} in Rust");
                let aligned = promised <= align || is_within_aligned(name, parameter);
                assert!(aligned, "{name}, {tier}, {parameter}: aligned to {promised}, {align} in Rust");
            }
        }
    }
}

/// A line of a check, a file of seeds and a row of the costs mean one thing each.
#[test]
fn names_are_unique() {
    let subjects: Vec<String> = subjects().iter().map(|of| format!("{} {}", of.game(), of.kernel())).collect();
    assert_eq!(subjects.iter().collect::<BTreeSet<_>>().len(), subjects.len(), "{subjects:?}");
    let rows: Vec<(&str, &str)> = rows().iter().map(|row| (row.game, row.name)).collect();
    assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "{rows:?}");
}
