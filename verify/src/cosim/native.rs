//! Runs one instruction on this processor, on given registers and memory.
//!
//! Code and data lie in the lower 2 GiB of memory. So the code around the instruction reaches them
//! by absolute addresses, and the instruction has all registers for itself, rsp included.

use super::faults::{self, CODE, DONE, FAULTED};
use crate::refused::{Refused, Result, refuse};
use iced_x86::code_asm::{AsmRegister64, get_k, get_ymm, get_zmm};
use iced_x86::code_asm::{CodeAssembler, byte_ptr, ptr, qword_ptr, rax, registers::gpr64::*, rsp};
use iced_x86::{BlockEncoderOptions, ConditionCode, FlowControl, Instruction, Register};

/// The bytes of memory that an instruction may touch.
pub(crate) const ROOM: usize = 4096;

/// Registers, flags and memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Registers {
    pub(crate) general: [u64; 16],
    /// rflags.
    pub(crate) flags: u64,
    /// zmm0-31, in quadwords.
    pub(crate) vectors: [[u64; 8]; 32],
    pub(crate) masks: [u64; 8],
    pub(crate) room: Vec<u8>,
    /// Whether a branch was taken.
    pub(crate) taken: bool,
    /// Whether the instruction faulted.
    pub(crate) faulted: bool,
}

/// The arithmetic flags of rflags: carry, parity, adjust, zero, sign, overflow.
pub(crate) const FLAG_PLACES: [u32; 6] = [0, 2, 4, 6, 7, 11];

/// Where what lies in the data pages.
const FLAGS: usize = 128;
const HOST_STACK: usize = 136;
const TAKEN: usize = 144;
const VECTORS: usize = 256;
const MASKS: usize = VECTORS + 32 * 64;
const ROOM_AT: usize = 4096;
const DATA: usize = ROOM_AT + ROOM;

/// Whether this processor has registers zmm and k.
pub(crate) fn has_avx512() -> bool {
    stonemask::Tier::Avx512.is_available()
}

/// Memory for code and data, given back when it goes.
pub(crate) struct Machine {
    start: usize,
}

impl Machine {
    pub(crate) fn new() -> Result<Machine> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_32BIT;
        // SAFETY: a new private mapping, where the system likes; nothing else lies there.
        let start =
            unsafe { libc::mmap(std::ptr::null_mut(), CODE + DATA, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            refuse!("no memory below 2 GiB: {}", std::io::Error::last_os_error());
        }
        faults::watch(start as usize)?;
        Ok(Machine { start: start as usize })
    }

    /// The address of the memory that an instruction may touch.
    pub(crate) fn room(&self) -> u64 {
        (self.start + CODE + ROOM_AT) as u64
    }

    /// Where a piece of data lies.
    fn at(&self, offset: usize) -> i32 {
        i32::try_from(self.start + CODE + offset).expect("below 2 GiB")
    }

    /// Writes the code that loads everything, runs the instruction and stores everything.
    pub(crate) fn load(&mut self, instruction: &Instruction) -> Result<()> {
        let error = |error: iced_x86::IcedError| Refused::new(format!("{instruction} cannot be encoded: {error}"));
        let (code, done) = self.assembled(instruction).map_err(error)?;
        // SAFETY: this object owns DATA bytes from `start + CODE`.
        unsafe { ((self.start + CODE + DONE) as *mut u64).write(done) };
        if code.len() > CODE {
            refuse!("{instruction}: too much code around it");
        }
        let protect = |machine: &Machine, protection| {
            // SAFETY: this object owns the pages.
            let done = unsafe { libc::mprotect(machine.start as *mut libc::c_void, CODE, protection) };
            if done == 0 { Ok(()) } else { Err(Refused::new("the code's page cannot be protected")) }
        };
        protect(self, libc::PROT_READ | libc::PROT_WRITE)?;
        // SAFETY: this object owns CODE writable bytes from `start`, and the code is at most that
        // long.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), self.start as *mut u8, code.len()) };
        protect(self, libc::PROT_READ | libc::PROT_EXEC)
    }

    fn assembled(&self, instruction: &Instruction) -> std::result::Result<(Vec<u8>, u64), iced_x86::IcedError> {
        const SAVED: [AsmRegister64; 6] = [rbx, rbp, r12, r13, r14, r15];
        let all: [AsmRegister64; 16] = [rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15];
        let mut a = CodeAssembler::new(64)?;
        let mut done = a.create_label();
        for register in SAVED {
            a.push(register)?;
        }
        a.mov(qword_ptr(self.at(HOST_STACK)), rsp)?;
        self.move_vectors(&mut a, true)?;
        if instruction.flow_control() == FlowControl::Return {
            // The return address lies where rsp will point.
            a.mov(rcx, qword_ptr(self.at(8 * 4)))?;
            a.lea(rax, ptr(done))?;
            a.mov(qword_ptr(rcx), rax)?;
        }
        a.push(qword_ptr(self.at(FLAGS)))?;
        a.popfq()?;
        for (number, register) in all.into_iter().enumerate().filter(|&(_, register)| register != rsp) {
            a.mov(register, qword_ptr(self.at(8 * number)))?;
        }
        a.mov(rsp, qword_ptr(self.at(8 * 4)))?;
        match instruction.flow_control() {
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch => {
                // The branch over a move of eight bytes, by its opcode.
                match instruction.condition_code() {
                    ConditionCode::None => a.db(&[0xe9, 8, 0, 0, 0])?,
                    condition => a.db(&[0x0f, 0x80 + condition as u8 - ConditionCode::o as u8, 8, 0, 0, 0])?,
                }
                a.mov(byte_ptr(self.at(TAKEN)), 0)?;
            }
            _ => a.add_instruction(*instruction)?,
        }
        a.set_label(&mut done)?;
        for (number, register) in all.into_iter().enumerate() {
            a.mov(qword_ptr(self.at(8 * number)), register)?;
        }
        a.mov(rsp, qword_ptr(self.at(HOST_STACK)))?;
        a.pushfq()?;
        a.pop(qword_ptr(self.at(FLAGS)))?;
        self.move_vectors(&mut a, false)?;
        a.vzeroupper()?;
        for register in SAVED.into_iter().rev() {
            a.pop(register)?;
        }
        a.ret()?;
        let options = BlockEncoderOptions::DONT_FIX_BRANCHES | BlockEncoderOptions::RETURN_NEW_INSTRUCTION_OFFSETS;
        let result = a.assemble_options(self.start as u64, options)?;
        let done = result.label_ip(&done)?;
        Ok((result.inner.code_buffer, done))
    }

    /// Loads or stores the vector and mask registers.
    fn move_vectors(&self, a: &mut CodeAssembler, load: bool) -> std::result::Result<(), iced_x86::IcedError> {
        if !has_avx512() {
            for number in 0..16 {
                let register = get_ymm(Register::YMM0 + number as u32).expect("a ymm register");
                let place = ptr(self.at(VECTORS + 64 * number));
                if load { a.vmovdqu(register, place)? } else { a.vmovdqu(place, register)? }
            }
            return Ok(());
        }
        for number in 0..32 {
            let register = get_zmm(Register::ZMM0 + number as u32).expect("a zmm register");
            let place = ptr(self.at(VECTORS + 64 * number));
            if load { a.vmovdqu64(register, place)? } else { a.vmovdqu64(place, register)? }
        }
        for number in 0..8 {
            let register = get_k(Register::K0 + number as u32).expect("a mask register");
            let place = qword_ptr(self.at(MASKS + 8 * number));
            if load { a.kmovq(register, place)? } else { a.kmovq(place, register)? }
        }
        Ok(())
    }

    /// Runs the code that was loaded.
    pub(crate) fn run(&mut self, registers: &Registers) -> Registers {
        // SAFETY: this object owns DATA bytes from `start + CODE` for as long as it lives.
        let data = unsafe { std::slice::from_raw_parts_mut((self.start + CODE) as *mut u8, DATA) };
        let mut put = |offset: usize, words: &[u64]| {
            for (place, word) in data[offset..].chunks_exact_mut(8).zip(words) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        };
        put(0, &registers.general);
        put(FLAGS, &[registers.flags]);
        put(VECTORS, registers.vectors.as_flattened());
        put(MASKS, &registers.masks);
        data[TAKEN] = 1;
        data[FAULTED] = 0;
        data[ROOM_AT..].copy_from_slice(&registers.room);
        // SAFETY: the page holds the code that `load` wrote: a function by the C convention that
        // keeps what that saves, and whose one instruction in the middle is a kernel's, with
        // registers that let it touch the room alone.
        unsafe {
            let code: extern "sysv64" fn() = std::mem::transmute(self.start);
            code();
        }
        // SAFETY: as above; the reference from before is not used any more.
        let data = unsafe { std::slice::from_raw_parts((self.start + CODE) as *const u8, DATA) };
        let word = |offset: usize| u64::from_le_bytes(data[offset..offset + 8].try_into().expect("eight bytes"));
        Registers {
            general: std::array::from_fn(|n| word(8 * n)),
            flags: word(FLAGS),
            vectors: std::array::from_fn(|n| std::array::from_fn(|part| word(VECTORS + 64 * n + 8 * part))),
            masks: std::array::from_fn(|n| word(MASKS + 8 * n)),
            room: data[ROOM_AT..].to_vec(),
            taken: data[TAKEN] == 1,
            faulted: data[FAULTED] == 1,
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        faults::forget(self.start);
        // SAFETY: the mapping is this object's own, and nothing points into it any more.
        unsafe { libc::munmap(self.start as *mut libc::c_void, CODE + DATA) };
    }
}
