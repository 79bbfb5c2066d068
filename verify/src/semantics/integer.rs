//! Moves, arithmetic, logic, shifts and branches on general registers.

use super::{Flow, Step};
use crate::bits::{Bits, known, number, resized, sign_extended, zeros};
use crate::graph::{Graph, Lit};
use crate::refused::{Result, refuse};
use crate::state::Flags;
use crate::word::Word;
use iced_x86::{ConditionCode, Mnemonic as M, OpKind, Register};

impl Step<'_, '_> {
    /// Executes the instruction if it is one of these.
    pub(super) fn integer(&mut self) -> Result<Option<Flow>> {
        let i = self.instruction;
        match i.mnemonic() {
            M::Endbr64 | M::Nop => {}
            M::Mov => {
                let value = self.read_word(1)?;
                self.write_word(0, value)?;
            }
            M::Movzx => {
                let value = self.read(1)?;
                let width = self.width(0)?;
                self.write(0, resized(&value, width))?;
            }
            M::Movsx => {
                let value = self.read(1)?;
                let width = self.width(0)?;
                self.write(0, sign_extended(&value, width))?;
            }
            M::Lea => {
                let address = self.address()?;
                match self.width(0)? {
                    64 => self.write_word(0, address)?,
                    width => {
                        let bits = address.into_bits(self.graph);
                        self.write(0, bits[..width].to_vec())?;
                    }
                }
            }
            M::Xchg => {
                let (a, b) = (self.read_word(0)?, self.read_word(1)?);
                self.write_word(0, b)?;
                self.write_word(1, a)?;
            }
            M::Add | M::Adc | M::Sub | M::Sbb | M::Cmp | M::Neg | M::Inc | M::Dec => self.sum()?,
            M::And | M::Or | M::Xor | M::Test => self.logic()?,
            M::Not => {
                let value = self.read(0)?;
                let value = self.graph.not_each(&value);
                self.write(0, value)?;
            }
            M::Imul | M::Mul | M::Div => self.product()?,
            M::Shl | M::Shr | M::Sar => self.shift()?,
            M::Bswap => {
                let value = self.read(0)?;
                self.write(0, value.chunks(8).rev().flatten().copied().collect())?;
            }
            M::Push => {
                let value = self.read_word(0)?;
                let rsp = self.moved_stack(-8);
                self.write_memory(&rsp, &value, 1, Lit::TRUE)?;
                self.state.set(Register::RSP, rsp);
            }
            M::Pop => {
                let value = self.popped()?;
                self.write_word(0, value)?;
            }
            M::Ret => {
                self.popped()?;
                return Ok(Some(Flow::Return));
            }
            M::Jmp if i.is_jmp_short_or_near() => return Ok(Some(Flow::Jump(Lit::TRUE, i.near_branch_target()))),
            _ if i.is_jcc_short_or_near() => {
                let condition = self.condition()?;
                return Ok(Some(Flow::Jump(condition, i.near_branch_target())));
            }
            _ if i.condition_code() != ConditionCode::None && i.op_count() == 1 => {
                let condition = self.condition()?;
                self.write(0, resized(&[condition], 8))?;
            }
            _ if i.condition_code() != ConditionCode::None && i.op_count() == 2 => self.conditional_move()?,
            _ => return Ok(None),
        }
        Ok(Some(Flow::Next))
    }

    fn moved_stack(&mut self, by: i64) -> Word {
        let rsp = self.state.get(Register::RSP).clone();
        rsp.with_offset(self.graph.add(rsp.offset(), &number(by.cast_unsigned(), 64)))
    }

    fn popped(&mut self) -> Result<Word> {
        let rsp = self.state.get(Register::RSP).clone();
        let value = self.read_memory(&rsp, 8, 1, Lit::TRUE)?;
        let rsp = self.moved_stack(8);
        self.state.set(Register::RSP, rsp);
        Ok(value)
    }

    fn condition(&mut self) -> Result<Lit> {
        let Flags { carry, parity, zero, sign, overflow, .. } = self.state.flags;
        let graph = self.graph;
        Ok(match self.instruction.condition_code() {
            ConditionCode::o => overflow,
            ConditionCode::no => !overflow,
            ConditionCode::b => carry,
            ConditionCode::ae => !carry,
            ConditionCode::e => zero,
            ConditionCode::ne => !zero,
            ConditionCode::be => graph.or(carry, zero),
            ConditionCode::a => !graph.or(carry, zero),
            ConditionCode::s => sign,
            ConditionCode::ns => !sign,
            ConditionCode::p => parity,
            ConditionCode::np => !parity,
            ConditionCode::l => graph.xor(sign, overflow),
            ConditionCode::ge => !graph.xor(sign, overflow),
            code @ (ConditionCode::le | ConditionCode::g) => {
                let less = graph.xor(sign, overflow);
                graph.or(less, zero).negated_if(code == ConditionCode::g)
            }
            ConditionCode::None => refuse!("a condition without a code"),
        })
    }

    fn conditional_move(&mut self) -> Result<()> {
        let condition = self.condition()?;
        let (old, new) = (self.read_word(0)?, self.read_word(1)?);
        let value = match condition.known() {
            Some(true) => new,
            Some(false) => old,
            None if old.has_base_of(&new) => {
                old.with_offset(self.graph.choose_each(condition, new.offset(), old.offset()))
            }
            None => refuse!("one of two objects by a condition"),
        };
        self.write_word(0, value)
    }

    /// Sets the flags that follow from a result: zero, sign, parity.
    fn flags_of(&mut self, result: &[Lit]) {
        let graph = self.graph;
        self.state.flags.zero = graph.is_zero(result);
        self.state.flags.sign = result[result.len() - 1];
        self.state.flags.parity = !graph.parity(&result[..8]);
    }

    fn sum(&mut self) -> Result<()> {
        let mnemonic = self.instruction.mnemonic();
        let a = self.read_word(0)?;
        let width = a.width();
        let b = match mnemonic {
            M::Neg | M::Inc | M::Dec => Word::number(number(u64::from(mnemonic != M::Neg), width)),
            _ => {
                let b = self.read_word(1)?;
                b.with_offset(self.extended(b.offset(), width))
            }
        };
        let (a, b) = if mnemonic == M::Neg { (Word::number(zeros(width)), a) } else { (a, b) };
        let subtracts = matches!(mnemonic, M::Sub | M::Sbb | M::Cmp | M::Neg | M::Dec);
        let carry = match mnemonic {
            M::Adc | M::Sbb => self.state.flags.carry,
            _ => Lit::FALSE,
        };
        let (sum, flags) = arithmetic(self.graph, a.offset(), b.offset(), carry, subtracts);
        let result = a.joined(&b, if subtracts { -1 } else { 1 }, sum);
        let carry_before = self.state.flags.carry;
        if a.is_number() && b.is_number() {
            self.state.flags = flags;
            self.flags_of(result.offset());
        } else if let (Some(object), M::Sub | M::Cmp) = (a.object().filter(|_| a.has_base_of(&b)), mnemonic) {
            // Two addresses in or near one object have the order of their places, because no object
            // wraps around the end of memory or starts at its beginning. Farther away they may be
            // on the other side of it.
            let near = [&a, &b].map(|of| self.world.is_near(self.graph, object, of.offset()));
            let less = self.graph.less(a.offset(), b.offset());
            let carry = self.graph.choose(self.graph.all(&near), less, self.graph.undefined());
            self.state.flags =
                Flags { carry, adjust: self.graph.undefined(), overflow: self.graph.undefined(), ..flags };
            self.flags_of(result.offset());
        } else {
            self.state.flags = Flags::undefined(self.graph);
        }
        if matches!(mnemonic, M::Inc | M::Dec) {
            self.state.flags.carry = carry_before;
        }
        if mnemonic != M::Cmp { self.write_word(0, result) } else { Ok(()) }
    }

    fn logic(&mut self) -> Result<()> {
        let i = self.instruction;
        let is_register = |operand| i.op_kind(operand) == OpKind::Register;
        let same = is_register(0) && is_register(1) && i.op0_register() == i.op1_register();
        if i.mnemonic() == M::Test && same {
            let address = self.read_word(0)?;
            if address.object().is_some() && known(address.offset()) == Some(0) {
                // No object starts at the address zero.
                self.state.flags =
                    Flags { zero: Lit::FALSE, carry: Lit::FALSE, overflow: Lit::FALSE, ..Flags::undefined(self.graph) };
                return Ok(());
            }
            if !address.is_number() {
                refuse!("an address is tested");
            }
        }
        let a = self.read(0)?;
        // Clearing a register does not depend on the address in it.
        let b = if same { a.clone() } else { self.read(1)? };
        let b = self.extended(&b, a.len());
        let result = match i.mnemonic() {
            M::And | M::Test => self.graph.and_each(&a, &b),
            M::Or => self.graph.or_each(&a, &b),
            _ => self.graph.xor_each(&a, &b),
        };
        self.flags_of(&result);
        self.state.flags.carry = Lit::FALSE;
        self.state.flags.overflow = Lit::FALSE;
        self.state.flags.adjust = self.graph.undefined();
        if i.mnemonic() == M::Test { Ok(()) } else { self.write(0, result) }
    }

    /// The lowest bits of a register that no operand names.
    fn lower(&mut self, register: Register, width: usize) -> Bits {
        let mut bits = self.state.get(register).clone().into_bits(self.graph);
        bits.truncate(width);
        bits
    }

    fn product(&mut self) -> Result<()> {
        let i = self.instruction;
        if i.mnemonic() == M::Imul {
            let first = u32::from(i.op_count() == 3);
            let (a, b) = (self.read(first)?, self.read(first + 1)?);
            let width = a.len();
            let b = self.extended(&b, width);
            let low = self.graph.multiply(&a, &b, width);
            self.state.flags = Flags::undefined(self.graph);
            return self.write(0, low);
        }
        let width = self.width(0)?;
        let (low, high) = match width {
            64 => (Register::RAX, Register::RDX),
            32 => (Register::EAX, Register::EDX),
            _ => refuse!("a product of {width} bits"),
        };
        let b = self.read(0)?;
        let a = self.lower(Register::RAX, width);
        match i.mnemonic() {
            M::Mul => {
                let product = self.graph.multiply(&resized(&a, 2 * width), &resized(&b, 2 * width), 2 * width);
                self.state.flags = Flags::undefined(self.graph);
                let over = self.graph.any(&product[width..]);
                (self.state.flags.carry, self.state.flags.overflow) = (over, over);
                self.write_register(low, Word::number(product[..width].to_vec()))?;
                self.write_register(high, Word::number(product[width..].to_vec()))
            }
            _ => {
                let upper = self.lower(Register::RDX, width);
                let fits = self.graph.below(&upper, &b);
                self.world.oblige(self.graph, self.state.path, fits, || "the quotient fits".to_owned());
                let mut dividend = a;
                dividend.extend(upper);
                let (quotient, rest) = self.graph.divide(&dividend, &b);
                self.state.flags = Flags::undefined(self.graph);
                self.write_register(low, Word::number(quotient[..width].to_vec()))?;
                self.write_register(high, Word::number(rest))
            }
        }
    }

    /// Shifts; flags are kept where the count is zero.
    fn shift(&mut self) -> Result<()> {
        let mnemonic = self.instruction.mnemonic();
        let a = self.read(0)?;
        let width = a.len();
        if width < 32 {
            refuse!("a shift of {width} bits");
        }
        let places = if width == 64 { 6 } else { 5 };
        let count = resized(&self.read(1)?, 8)[..places].to_vec();
        let graph = self.graph;
        let none = graph.is_zero(&count);
        let one = graph.equal(&count, &number(1, places));
        let before = self.state.flags;
        // One bit more than the operand: the last bit shifted out.
        let (result, carry) = if mnemonic == M::Shl {
            let mut wide = a.clone();
            wide.push(Lit::FALSE);
            let mut shifted = graph.shift_left(&wide, &count, Lit::FALSE);
            let carry = shifted.pop().expect("not empty");
            (shifted, carry)
        } else {
            let fill = if mnemonic == M::Sar { a[width - 1] } else { Lit::FALSE };
            let mut wide = vec![Lit::FALSE];
            wide.extend_from_slice(&a);
            let shifted = graph.shift_right(&wide, &count, fill);
            (shifted[1..].to_vec(), shifted[0])
        };
        let overflow = match mnemonic {
            M::Shr => a[width - 1],
            M::Sar => Lit::FALSE,
            _ => graph.xor(carry, result[width - 1]),
        };
        let unknown = [graph.undefined(), graph.undefined()];
        let overflow = graph.choose(one, overflow, unknown[0]);
        self.flags_of(&result);
        let after = Flags { carry, overflow, adjust: unknown[1], ..self.state.flags };
        let flags = self.graph.choose_each(none, &before.lits(), &after.lits());
        self.state.flags = Flags::from_lits(flags.try_into().expect("six flags"));
        self.write(0, result)
    }
}

/// `a + b + carry`, or `a - b - carry`, with carry, adjust and overflow; the other flags are left
/// to the caller.
fn arithmetic(graph: &Graph, a: &[Lit], b: &[Lit], carry: Lit, subtracts: bool) -> (Bits, Flags) {
    let inverted = if subtracts { graph.not_each(b) } else { b.to_vec() };
    let (sum, carries) = graph.add_carries(a, &inverted, if subtracts { !carry } else { carry });
    let last = a.len() - 1;
    let negate = |carry: Lit| if subtracts { !carry } else { carry };
    let overflow = graph.xor(carries[last], if last > 0 { carries[last - 1] } else { carry });
    (sum, Flags { carry: negate(carries[last]), adjust: negate(carries[3]), overflow, ..Flags::CLEAR })
}
