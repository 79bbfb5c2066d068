//! Questions that the solver answered with "unsatisfiable", and its proofs, as files for other
//! programs: DIMACS and DRAT.

use crate::refused::{Refused, Result, refuse};
use std::cell::RefCell;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use varisat::{CnfFormula, ProofFormat, Solver, dimacs::write_dimacs};

/// The directory for them, if any.
static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();

thread_local! {
    /// The kernel that this thread's questions are about.
    static KERNEL: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on keeps questions and proofs in a directory, which is created if missing and must be
/// empty.
pub(crate) fn keep_in(directory: &Path) -> Result<()> {
    let failed =
        |error: &dyn Display| Refused::new(format!("no proofs can be written to {}: {error}", directory.display()));
    std::fs::create_dir_all(directory).map_err(|e| failed(&e))?;
    if std::fs::read_dir(directory).map_err(|e| failed(&e))?.next().is_some() {
        refuse!("no proofs can be written to {}: it is not empty", directory.display());
    }
    let probe = directory.join(".probe");
    std::fs::write(&probe, "").and_then(|()| std::fs::remove_file(&probe)).map_err(|e| failed(&e))?;
    DIRECTORY.set(directory.to_owned()).map_err(|_| Refused::new("proofs are kept already"))
}

/// Sets the kernel that this thread's questions are about.
pub(crate) fn are_about(kernel: &str) {
    KERNEL.with_borrow_mut(|name| kernel.clone_into(name));
}

/// If they are kept, writes an unsatisfiable formula and its proof to files named after the
/// formula.
pub(crate) fn keep(formula: &CnfFormula) -> Result<()> {
    let Some(directory) = DIRECTORY.get() else { return Ok(()) };
    let failed = |error: &dyn Display| Refused::new(format!("a proof cannot be written: {error}"));
    let mut question = Vec::new();
    write_dimacs(&mut question, formula).map_err(|e| failed(&e))?;
    let mut hasher = rustc_hash::FxHasher::default();
    question.hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    let path = |ending: &str| directory.join(format!("{name}.{ending}"));
    // A repeated question, for another kernel or case.
    if path("drat").exists() {
        return Ok(());
    }
    let (model, proof) = solved(formula, ProofFormat::Drat)?;
    if model.is_some() {
        refuse!("the solver finds a model where it found none");
    }
    let about = KERNEL.with_borrow(|kernel| format!("c {kernel}\n"));
    std::fs::write(path("cnf"), [about.into_bytes(), question].concat()).map_err(|e| failed(&e))?;
    std::fs::write(path("drat"), proof).map_err(|e| failed(&e))
}

/// An assignment that satisfies a formula, or else a proof that there is none.
pub(crate) fn solved(formula: &CnfFormula, format: ProofFormat) -> Result<(Option<Vec<varisat::Lit>>, Vec<u8>)> {
    let failed = |error: &dyn std::fmt::Display| Refused::new(format!("the solver failed: {error}"));
    let mut proof = Vec::new();
    let mut solver = Solver::new();
    solver.write_proof(&mut proof, format);
    solver.add_formula(formula);
    let found = solver.solve().map_err(|e| failed(&e))?;
    let model = if found { solver.model() } else { None };
    solver.close_proof().map_err(|e| failed(&e))?;
    drop(solver);
    if found && model.is_none() {
        return Err(Refused::new("the solver has no model"));
    }
    Ok((model, proof))
}
