//! The kernels that are linked into this test program, read from its symbol table, so that none can
//! escape a test by being left out of a list.

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use stonemask::Tier;
use stonemask::internals::SYMBOL_PREFIX;

/// A kernel as the symbol table has it.
pub(crate) struct Symbol {
    /// Its name without the crate's prefix, such as `othello_flips_avx2`.
    pub(crate) name: String,
    /// The tier that the name ends in.
    pub(crate) tier: Tier,
    /// Where its file says it lies; a program that is loaded elsewhere is moved as a whole.
    pub(crate) address: u64,
    /// Its machine code.
    pub(crate) code: Vec<u8>,
}

/// Every function in this program whose name is a kernel's.
pub(crate) fn kernels() -> Vec<Symbol> {
    // Links the kernels in.
    let _ = (
        stonemask::kernels::Othello::in_use(),
        stonemask::kernels::Gomoku::in_use(),
        stonemask::kernels::NoGo::in_use(),
        stonemask::kernels::RandomNumbers::in_use(),
        stonemask::kernels::Expand::in_use(),
    );
    stonemask::measure::spin_cycles(1);
    let program = program();
    let file = object::File::parse(&*program).unwrap();
    let mut kernels = Vec::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let Some(name) = symbol.name().unwrap().strip_prefix(SYMBOL_PREFIX) else { continue };
        let section = file.section_by_index(symbol.section_index().unwrap()).unwrap();
        assert!(symbol.size() > 0, "{name} has no .size");
        let code = section.data_range(symbol.address(), symbol.size()).unwrap().unwrap().to_vec();
        let suffix = name.rsplit('_').next().unwrap();
        let tier = suffix.parse().unwrap_or_else(|_| panic!("{name} does not end in its tier"));
        kernels.push(Symbol { name: name.to_owned(), tier, address: symbol.address(), code });
    }
    kernels
}

/// Where this program's file says that a symbol lies.
pub(crate) fn address(name: &str) -> u64 {
    let program = program();
    let file = object::File::parse(&*program).unwrap();
    let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
    symbol.unwrap_or_else(|| panic!("no symbol {name}")).address()
}

/// This program's file.
pub(crate) fn program() -> Vec<u8> {
    std::fs::read(std::env::current_exe().unwrap()).unwrap()
}
