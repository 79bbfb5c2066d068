//! The distinct forms of the kernels' instructions.

use crate::image::Kernel;
use iced_x86::{Instruction, OpKind, Register};
use std::collections::BTreeMap;

/// The form in which two instructions are the same for the semantics: all except the names of their
/// registers.
fn form(i: &Instruction) -> String {
    let mut form = format!("{:?}", i.code());
    for operand in 0..i.op_count() {
        match i.op_kind(operand) {
            OpKind::Register => {
                // Which earlier operand names the same register; whether this one is the upper byte
                // of one.
                let register = i.op_register(operand);
                let same = (0..operand).find(|&other| {
                    i.op_kind(other) == OpKind::Register
                        && i.op_register(other).full_register() == register.full_register()
                });
                let upper = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
                form += &format!(
                    " r{}{}",
                    same.map_or(String::new(), |other| format!("={other}")),
                    if upper { "h" } else { "" }
                );
            }
            OpKind::Memory => {
                let same = (0..i.op_count()).any(|other| {
                    i.op_kind(other) == OpKind::Register && {
                        let register = i.op_register(other).full_register();
                        register == i.memory_base() || register == i.memory_index()
                    }
                });
                let rip = i.is_ip_rel_memory_operand();
                form += &format!(
                    " m{}{}",
                    i.memory_index_scale() * u32::from(i.memory_index() != Register::None),
                    if rip { "rip" } else { "" }
                );
                form += if same { "=" } else { "" };
            }
            OpKind::NearBranch64 => {}
            _ => form += &format!(" {:#x}", i.immediate(operand)),
        }
    }
    if i.op_mask() != Register::None {
        form += if i.zeroing_masking() { " {k}{z}" } else { " {k}" };
    }
    if i.is_broadcast() {
        form += " {1toN}";
    }
    form
}

/// A form, and an instruction of it.
pub(crate) struct Form {
    pub(crate) name: String,
    pub(crate) instruction: Instruction,
}

/// Every form in some kernels, in order.
pub(crate) fn forms<'a>(kernels: impl IntoIterator<Item = &'a Kernel>) -> Vec<Form> {
    let mut forms = BTreeMap::new();
    for instruction in kernels.into_iter().flat_map(|kernel| kernel.instructions.values()) {
        forms.entry(form(instruction)).or_insert(*instruction);
    }
    forms.into_iter().map(|(name, instruction)| Form { name, instruction }).collect()
}
