//! Promise: wherever a kernel is interrupted, the unwind tables lead to its caller, and to the
//! caller's registers.

use crate::instructions::{self, SAVED};
use crate::symbols;
use gimli::{BaseAddresses, CfaRule, EhFrame, LittleEndian, RegisterRule, UnwindContext, UnwindSection, X86_64};
use iced_x86::Register;
use object::{Object, ObjectSection};

/// The number that unwind tables have for a register.
fn number(register: Register) -> gimli::Register {
    match register {
        Register::RBX => X86_64::RBX,
        Register::RBP => X86_64::RBP,
        Register::R12 => X86_64::R12,
        Register::R13 => X86_64::R13,
        Register::R14 => X86_64::R14,
        Register::R15 => X86_64::R15,
        other => panic!("{other:?} is not the caller's"),
    }
}

#[test]
fn unwind_tables_follow_pushes_and_pops_on_every_path() {
    let program = symbols::program();
    let file = object::File::parse(&*program).unwrap();
    let section = file.section_by_name(".eh_frame").unwrap();
    let bases = BaseAddresses::default().set_eh_frame(section.address());
    let frames = EhFrame::new(section.data().unwrap(), LittleEndian);
    let mut context = UnwindContext::new();
    for kernel in &instructions::kernels() {
        let name = &kernel.name;
        let (first, last) = (kernel.instructions[0], kernel.instructions[kernel.instructions.len() - 1]);
        let entry = frames.fde_for_address(&bases, first.ip(), EhFrame::cie_from_offset);
        let entry = entry.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((entry.initial_address(), entry.end_address()), (first.ip(), last.next_ip()), "{name}");
        for (at, (_, pushed)) in instructions::pushed(kernel) {
            let row = entry.unwind_info_for_address(&frames, &bases, &mut context, at).unwrap();
            let within = at - first.ip();
            let depth = 8 * (pushed.len() as i64 + 1);
            let cfa = CfaRule::RegisterAndOffset { register: X86_64::RSP, offset: depth };
            assert_eq!(*row.cfa(), cfa, "{name} at {within:#x}, where {pushed:?} are on the stack");
            assert_eq!(row.register(X86_64::RA), Some(RegisterRule::Offset(-8)), "{name} at {within:#x}");
            for saved in SAVED {
                let place = pushed.iter().position(|&register| register == saved);
                let rule = row.register(number(saved));
                match place {
                    // Below the return address, in the order of the pushes.
                    Some(place) => {
                        let offset = -8 * (place as i64 + 2);
                        assert_eq!(rule, Some(RegisterRule::Offset(offset)), "{name} at {within:#x}: {saved:?}");
                    }
                    None => assert!(
                        matches!(rule, None | Some(RegisterRule::Undefined | RegisterRule::SameValue)),
                        "{name} at {within:#x}: {saved:?} has not been pushed, {rule:?}"
                    ),
                }
            }
        }
    }
}
