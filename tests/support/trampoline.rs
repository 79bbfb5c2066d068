//! The trampoline of tests/machine/abi.rs: calls a kernel in a process of its own and reports what
//! it broke.
//!
//! One child process makes the calls, on memory that it shares with this one. A kernel breaks
//! things only there; a child that a signal ends is replaced.

use crate::symbols;
use std::arch::global_asm;
use std::ptr;
use std::sync::{Mutex, PoisonError};
use stonemask::Random;
use stonemask_harness::{Access, Argument, Call, Memory};

/// An act of a kernel that its contract forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    /// A callee-saved register, or rsp, came back changed.
    Register(&'static str),
    /// The direction flag came back set.
    DirectionFlag,
    /// MXCSR came back changed.
    Mxcsr,
    /// The upper halves of vector registers came back in use.
    UpperHalves,
    /// The caller's part of the stack was written.
    StackAbove,
    /// More of the stack was used than the limit.
    StackBelow,
    /// Bytes beside the memory of this argument were written.
    Beside {
        /// The register that holds the argument.
        argument: &'static str,
        /// The first such byte, counted from the first that the kernel may access.
        byte: isize,
    },
    /// A byte that must be kept in memory that may be written came back changed.
    Kept {
        /// The register that holds the argument.
        argument: &'static str,
        /// The byte.
        byte: usize,
    },
    /// A signal ended the call.
    Fault {
        /// Its name.
        signal: &'static str,
        /// The argument whose memory lies next to the address, and the byte counted from its first.
        near: Option<(&'static str, isize)>,
    },
}

/// The stack that a kernel may use, red zone included.
const STACK_LIMIT: usize = 1024;

/// Seconds after which a call is considered endless.
const PATIENCE: u32 = 60;

const PAGE: usize = 4096;
const FILL: u8 = 0xa5;
const REGISTERS: [&str; 6] = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"];

/// Where the memory of a call lies, and in what state the vector registers are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// Against the page above that cannot be touched, or else against the one below.
    pub(crate) at_end: bool,
    /// How many multiples of the alignment it is away from it, modulo a cache line; each argument
    /// another number of them.
    pub(crate) offset: usize,
    /// Whether the upper halves of the vector registers are in use on entry.
    pub(crate) dirty: bool,
}

/// The results of a call.
pub(crate) struct Returned {
    /// rax.
    pub(crate) result: u64,
    /// The content of each argument's memory, room left out; nothing for a number.
    pub(crate) memory: Vec<Vec<u8>>,
    pub(crate) defects: Vec<Defect>,
}

/// Memory between two pages that cannot be touched, shared with the process that makes the calls.
struct Pages {
    /// The address of the first page, which cannot be touched.
    start: usize,
    /// Bytes between the two.
    len: usize,
}

impl Pages {
    fn new(at_least: usize) -> Pages {
        let len = at_least.div_ceil(PAGE).max(1) * PAGE;
        // SAFETY: a new mapping; its first and last page lose their permissions.
        let start = unsafe {
            let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
            let start = libc::mmap(ptr::null_mut(), len + 2 * PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(start, PAGE, libc::PROT_NONE), 0);
            assert_eq!(libc::mprotect(start.byte_add(PAGE + len), PAGE, libc::PROT_NONE), 0);
            start as usize
        };
        Pages { start, len }
    }

    /// The address of the first byte that can be touched.
    fn first(&self) -> usize {
        self.start + PAGE
    }

    #[allow(clippy::mut_from_ref, reason = "the memory is shared with another process anyway")]
    fn bytes(&self) -> &mut [u8] {
        // SAFETY: the pages between the guards are mapped for as long as `self` lives; the lock
        // around the laboratory leaves them to one thread, which holds no such slice while the
        // child runs a kernel.
        unsafe { std::slice::from_raw_parts_mut(self.first() as *mut u8, self.len) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.start as *mut libc::c_void, self.len + 2 * PAGE) };
    }
}

/// The input and output of a call; the trampoline knows the offsets of the first part.
#[repr(C)]
#[derive(Clone, Copy)]
struct Frame {
    kernel: u64,         // 0
    arguments: [u64; 6], // 8
    stack: u64,          // 56
    seeds: [u64; 6],     // 64: rbx, rbp, r12, r13, r14, r15
    garbage: [u64; 4],   // 112: for the other registers
    vectors: u32,        // 144: 0 without AVX, 1: AVX, 2: AVX-512
    dirty: u32,          // 148: whether upper halves are in use on entry
    look_at_upper: u32,  // 152: whether the processor tells which vector state is in use
    result: u64,         // 160
    after: [u64; 7],     // 168: the seeded registers, then rsp
    flags: u64,          // 224
    mxcsr_before: u32,   // 232
    mxcsr_after: u32,    // 236
    in_use: u64,         // 240: state components in use, by xgetbv(1)
    /// Whether the memory of each argument may be written.
    writable: [bool; 6],
    /// The signal that ended the call, and the address it is about.
    signal: i32,
    address: usize,
}

/// The process that makes the calls.
struct Child {
    id: libc::pid_t,
    /// A byte in asks for the call that the frame describes.
    ask: libc::c_int,
    /// A byte out says that it has returned.
    answer: libc::c_int,
}

/// The shared memory and the process that makes the calls on it.
struct Laboratory {
    frame: Pages,
    stack: Pages,
    /// For the handler of signals.
    spare_stack: Pages,
    /// By argument.
    memory: [Pages; 6],
    child: Option<Child>,
}

/// One call at a time.
static LABORATORY: Mutex<Option<Laboratory>> = Mutex::new(None);

/// The frame, for the child's handler of signals.
static mut FRAME: *mut Frame = ptr::null_mut();

const STACK_BYTES: usize = 4 * PAGE;
const ABOVE: usize = 512;

/// Calls a kernel.
pub(crate) fn call(kernel: usize, arguments: &[Argument], setting: Setting, random: &mut Random) -> Returned {
    let mut laboratory = LABORATORY.lock().unwrap_or_else(PoisonError::into_inner);
    laboratory.get_or_insert_with(Laboratory::new).call(kernel, arguments, setting, random)
}

impl Laboratory {
    fn new() -> Laboratory {
        Laboratory {
            frame: Pages::new(size_of::<Frame>()),
            stack: Pages::new(STACK_BYTES),
            spare_stack: Pages::new(16 * PAGE),
            memory: std::array::from_fn(|_| Pages::new(4 * PAGE)),
            child: None,
        }
    }

    fn call(&mut self, kernel: usize, arguments: &[Argument], setting: Setting, random: &mut Random) -> Returned {
        assert!(arguments.len() <= 6, "further arguments would be on the stack");
        self.make_room(arguments);
        self.stack.bytes().fill(FILL);
        let top = STACK_BYTES - ABOVE;
        let avx = is_x86_feature_detected!("avx");
        let mut frame = Frame {
            kernel: kernel as u64,
            arguments: std::array::from_fn(|_| random.next_u64()),
            // At a call, rsp is a multiple of 16.
            stack: (self.stack.first() + top) as u64,
            seeds: std::array::from_fn(|_| random.next_u64()),
            garbage: std::array::from_fn(|_| random.next_u64()),
            vectors: u32::from(avx) + u32::from(avx && is_x86_feature_detected!("avx512f")),
            dirty: setting.dirty.into(),
            look_at_upper: (avx && tells_vector_state()).into(),
            result: 0,
            after: [0; 7],
            flags: 0,
            mxcsr_before: 0,
            mxcsr_after: 0,
            in_use: 0,
            writable: [true; 6],
            signal: 0,
            address: 0,
        };
        let mut placed = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let register = &mut frame.arguments[index];
            match argument {
                Argument::Wide(bits) => *register = *bits,
                Argument::Narrow(bits) => *register = *register << 32 | u64::from(*bits),
                Argument::Memory(memory) => {
                    let at = self.place(index, memory, setting, random);
                    *register = (self.memory[index].first() + at).wrapping_add_signed(memory.pointer) as u64;
                    frame.writable[index] = memory.access != Access::Read;
                    placed.push((index, memory, at));
                }
            }
        }
        let initial: Vec<Vec<u8>> = placed
            .iter()
            .map(|&(index, memory, at)| self.memory[index].bytes()[at..][..memory.bytes.len()].to_vec())
            .collect();

        let after = self.run(&frame);
        let mut returned = Returned { result: 0, memory: Vec::new(), defects: Vec::new() };
        let defects = &mut returned.defects;
        if after.signal != 0 {
            let near = placed.iter().find_map(|&(index, _, at)| {
                let pages = &self.memory[index];
                let around = pages.start..pages.start + pages.len + 2 * PAGE;
                let byte = after.address.wrapping_sub(pages.first() + at) as isize;
                around.contains(&after.address).then_some((REGISTERS[index], byte))
            });
            defects.push(Defect::Fault { signal: signal_name(after.signal), near });
            return returned;
        }
        let names = ["rbx", "rbp", "r12", "r13", "r14", "r15", "rsp"];
        let expected = frame.seeds.iter().chain([&frame.stack]);
        for ((name, value), expected) in names.into_iter().zip(after.after).zip(expected) {
            if value != *expected {
                defects.push(Defect::Register(name));
            }
        }
        if after.flags & 1 << 10 != 0 {
            defects.push(Defect::DirectionFlag);
        }
        if after.mxcsr_after != after.mxcsr_before {
            defects.push(Defect::Mxcsr);
        }
        // Components 2 (upper halves of ymm0-15) and 6 (upper halves of zmm0-15).
        if !setting.dirty && after.in_use & 0x44 != 0 {
            defects.push(Defect::UpperHalves);
        }
        let (below, above) = self.stack.bytes().split_at(top);
        if !untouched(above) {
            defects.push(Defect::StackAbove);
        }
        // The return address is the caller's.
        if !untouched(&below[..below.len() - 8 - STACK_LIMIT]) {
            defects.push(Defect::StackBelow);
        }
        returned.memory = vec![Vec::new(); arguments.len()];
        for ((index, memory, at), initial) in placed.into_iter().zip(initial) {
            let (argument, pages) = (REGISTERS[index], self.memory[index].bytes());
            let end = at + initial.len();
            if !untouched(&pages[..at]) || !untouched(&pages[end..]) {
                let first = (0..pages.len()).find(|byte| !(at..end).contains(byte) && pages[*byte] != FILL).unwrap();
                defects.push(Defect::Beside { argument, byte: first as isize - at as isize });
            }
            let mut contents = pages[at..end].to_vec();
            for range in &memory.kept {
                if let Some(byte) = range.clone().find(|&byte| contents[byte] != initial[byte]) {
                    defects.push(Defect::Kept { argument, byte });
                }
            }
            for range in memory.room.iter().chain(&memory.kept) {
                contents[range.clone()].fill(0);
            }
            returned.memory[index] = contents;
        }
        returned.result = after.result;
        returned
    }

    /// Sees to it that the memory of each argument has its pages.
    fn make_room(&mut self, arguments: &[Argument]) {
        for (pages, argument) in self.memory.iter_mut().zip(arguments) {
            if let Argument::Memory(memory) = argument {
                let len = memory.bytes.len() + memory.align.max(64);
                if len > pages.len {
                    // The child does not know the new pages.
                    if let Some(child) = self.child.take() {
                        child.end();
                    }
                    *pages = Pages::new(len);
                }
            }
        }
    }

    /// Puts the bytes of an argument where the setting wants them, and a pattern around them;
    /// returns where that is.
    fn place(&self, index: usize, memory: &Memory, setting: Setting, random: &mut Random) -> usize {
        let pages = self.memory[index].bytes();
        pages.fill(FILL);
        let steps = (64 / memory.align).max(1);
        let away = setting.offset * (2 * index + 1) % steps * memory.align;
        let last = (pages.len() - memory.bytes.len() - memory.ahead()) & !(memory.align - 1);
        let at = memory.ahead() + if setting.at_end { last - away } else { away };
        let bytes = &mut pages[at..at + memory.bytes.len()];
        match memory.access {
            Access::Read | Access::Update => bytes.copy_from_slice(&memory.bytes),
            Access::Write => bytes.fill_with(|| random.next_u64() as u8),
        }
        at
    }

    /// Has the child make the call.
    fn run(&mut self, frame: &Frame) -> Frame {
        let shared = self.frame.first() as *mut Frame;
        // SAFETY: the page holds a frame and is aligned for it, and the child waits.
        unsafe { shared.write(*frame) };
        let child = self.child.take().unwrap_or_else(|| self.fork());
        let mut byte = [0u8];
        // SAFETY: the child's pipes, and a byte to write and read. It dies with a kernel that
        // breaks it, and then the read ends.
        let (asked, answered) = unsafe {
            let asked = libc::write(child.ask, byte.as_ptr().cast(), 1);
            (asked, libc::read(child.answer, byte.as_mut_ptr().cast(), 1))
        };
        assert_eq!(asked, 1, "the process that makes the calls is gone");
        // SAFETY: the frame written above, filled in by the child, which waits again or has ended.
        let mut after = unsafe { shared.read() };
        if answered == 1 {
            self.child = Some(child);
        } else {
            let status = child.end();
            if libc::WIFSIGNALED(status) {
                after.signal = libc::WTERMSIG(status);
            }
            assert_ne!(after.signal, 0, "the process that makes the calls has ended, with status {status:#x}");
        }
        after
    }

    fn fork(&self) -> Child {
        let (mut ask, mut answer) = ([0; 2], [0; 2]);
        // Other tests start programs meanwhile. One that held an end of these pipes would keep this
        // process from reading that the child has ended; and the child, which runs no other
        // program, must not hold an end of theirs. SAFETY: the child calls nothing but functions
        // that may be called after a fork of a program with threads, and the trampoline, which
        // allocates nothing and takes no lock.
        unsafe {
            assert_eq!(
                (libc::pipe2(ask.as_mut_ptr(), libc::O_CLOEXEC), libc::pipe2(answer.as_mut_ptr(), libc::O_CLOEXEC)),
                (0, 0),
                "no pipe"
            );
            match libc::fork() {
                0 => {
                    (3..1024).filter(|file| ![ask[0], answer[1]].contains(file)).for_each(|file| _ = libc::close(file));
                    self.serve(ask[0], answer[1])
                }
                id => {
                    assert!(id > 0, "fork failed");
                    libc::close(ask[0]);
                    libc::close(answer[1]);
                    Child { id, ask: ask[1], answer: answer[0] }
                }
            }
        }
    }

    /// The child: makes calls until no more are asked for.
    ///
    /// # Safety
    /// In a process of its own, with both ends of pipes.
    unsafe fn serve(&self, asked: libc::c_int, answer: libc::c_int) -> ! {
        let frame = self.frame.first() as *mut Frame;
        // SAFETY: plain system calls on memory that stands, and a byte to read and write. The frame
        // is this process's while the other waits for the answer.
        unsafe {
            FRAME = frame;
            let stack = libc::stack_t {
                ss_sp: self.spare_stack.first() as *mut libc::c_void,
                ss_flags: 0,
                ss_size: self.spare_stack.len,
            };
            libc::sigaltstack(&stack, ptr::null_mut());
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = report_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            for (signal, _) in SIGNALS {
                libc::sigaction(signal, &action, ptr::null_mut());
            }
            let mut byte = 0u8;
            while libc::read(asked, (&raw mut byte).cast(), 1) == 1 {
                for (pages, writable) in self.memory.iter().zip((*frame).writable) {
                    let access = if writable { libc::PROT_READ | libc::PROT_WRITE } else { libc::PROT_READ };
                    libc::mprotect(pages.first() as *mut libc::c_void, pages.len, access);
                }
                libc::alarm(PATIENCE);
                abi_trampoline(frame);
                libc::alarm(0);
                libc::write(answer, (&raw const byte).cast(), 1);
            }
            libc::_exit(0)
        }
    }
}

impl Child {
    /// Closes the pipes and waits for the end; returns the status.
    fn end(self) -> libc::c_int {
        let mut status = 0;
        // SAFETY: the pipes and the process are this child's.
        unsafe {
            libc::close(self.ask);
            libc::close(self.answer);
            assert_eq!(libc::waitpid(self.id, &mut status, 0), self.id);
        }
        status
    }
}

/// The signals that may end a kernel.
const SIGNALS: [(libc::c_int, &str); 6] = [
    (libc::SIGILL, "SIGILL"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGALRM, "SIGALRM (it did not return)"),
];

fn signal_name(signal: libc::c_int) -> &'static str {
    SIGNALS.iter().find(|(number, _)| *number == signal).map_or("another signal", |(_, name)| name)
}

extern "C" fn report_signal(signal: libc::c_int, info: *const libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the child's frame; the kernel passes the handler a valid description of the signal.
    unsafe {
        (*FRAME).signal = signal;
        (*FRAME).address = (*info).si_addr() as usize;
        libc::_exit(1)
    }
}

/// Whether all bytes are as they were filled.
fn untouched(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |found, byte| found | (byte ^ FILL)) == 0
}

/// Whether xgetbv(1) tells which state components are in use (CPUID leaf 0xd, subleaf 1, bit 2),
/// and this processor takes the upper halves for unused after vzeroupper.
fn tells_vector_state() -> bool {
    std::arch::x86_64::__cpuid_count(0xd, 1).eax & 1 << 2 != 0
}

/// Calls a kernel in every setting: against the page above and below, at another offset in each
/// round, with and without upper halves in use, other garbage each time. Returns what is wrong.
pub(crate) fn try_settings(kernel: usize, call: &Call, round: usize, random: &mut Random) -> Result<(), String> {
    let setting = |at_end, offset, dirty| Setting { at_end, offset, dirty };
    let settings =
        [setting(true, 0, false), setting(false, 0, true), setting(true, round, true), setting(false, round, false)];
    let mut first = None;
    for setting in settings {
        let Returned { result, memory, defects } = self::call(kernel, &call.arguments, setting, random);
        if !defects.is_empty() {
            return Err(format!("{defects:?} ({setting:?})"));
        }
        let results = (if call.result_bits == 0 { 0 } else { result << (64 - call.result_bits) }, memory);
        if first.get_or_insert_with(|| results.clone()) != &results {
            return Err(format!("the result depends on place or garbage ({setting:?})"));
        }
    }
    Ok(())
}

/// Calls a kernel in this process, on memory that begins at a page boundary, to count what it does.
#[inline(never)]
pub(crate) fn call_here(kernel: usize, call: &Call) {
    let mut registers = [0; 6];
    let mut pages = Vec::new();
    for (register, argument) in registers.iter_mut().zip(&call.arguments) {
        *register = match argument {
            Argument::Wide(bits) => *bits,
            Argument::Narrow(bits) => u64::from(*bits),
            Argument::Memory(memory) => {
                let room = Pages::new(memory.ahead() + memory.bytes.len());
                room.bytes()[memory.ahead()..][..memory.bytes.len()].copy_from_slice(&memory.bytes);
                let first = room.first() + memory.ahead();
                pages.push(room);
                first.wrapping_add_signed(memory.pointer) as u64
            }
        };
    }
    let [a, b, c, d, e, f] = registers;
    // SAFETY: `kernel` is the address of a kernel that this processor runs, and `call` has the
    // arguments that it takes, in memory of the size and alignment that it asks for.
    unsafe {
        let kernel: unsafe extern "sysv64" fn(u64, u64, u64, u64, u64, u64) -> u64 = std::mem::transmute(kernel);
        kernel(a, b, c, d, e, f);
    }
}

unsafe extern "sysv64" {
    fn abi_trampoline(frame: *mut Frame);
}

/// The distance of this program's addresses from those in its file.
pub(crate) fn loaded_at() -> usize {
    abi_trampoline as *const () as usize - symbols::address("abi_trampoline") as usize
}

global_asm!(
    ".pushsection .bss",
    ".balign 8",
    "abi_frame: .skip 8",
    "abi_stack: .skip 8",
    ".popsection",
    ".globl abi_trampoline",
    "abi_trampoline:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "mov [rip + abi_frame], rdi",
    "mov [rip + abi_stack], rsp",
    "mov rax, rdi",
    "stmxcsr [rax + 232]",
    // Vector and mask registers: ones. If upper halves shall not be in use, nothing is that AVX-512
    // and AVX added but the lower halves of the first sixteen.
    "cmp dword ptr [rax + 144], 0",
    "je 1f",
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    "vxorps ymm\\i, ymm\\i, ymm\\i",
    "vcmpps ymm\\i, ymm\\i, ymm\\i, 0",
    ".endr",
    "cmp dword ptr [rax + 144], 1",
    "je 2f",
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    "vpternlogd zmm\\i, zmm\\i, zmm\\i, 0xff",
    ".endr",
    ".irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31",
    "vpternlogd zmm\\i, zmm\\i, zmm\\i, 0xff",
    ".endr",
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7",
    "kxnorw k\\i, k\\i, k\\i",
    ".endr",
    "cmp dword ptr [rax + 148], 0",
    "jne 1f",
    ".irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31",
    "vpxord zmm\\i, zmm\\i, zmm\\i",
    ".endr",
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7",
    "kxorw k\\i, k\\i, k\\i",
    ".endr",
    "2:",
    "cmp dword ptr [rax + 148], 0",
    "jne 1f",
    "vzeroupper",
    "1:",
    "mov rsp, [rax + 56]",
    "mov rbx, [rax + 64]",
    "mov rbp, [rax + 72]",
    "mov r12, [rax + 80]",
    "mov r13, [rax + 88]",
    "mov r14, [rax + 96]",
    "mov r15, [rax + 104]",
    "mov rdi, [rax + 8]",
    "mov rsi, [rax + 16]",
    "mov rdx, [rax + 24]",
    "mov rcx, [rax + 32]",
    "mov r8, [rax + 40]",
    "mov r9, [rax + 48]",
    "mov r10, [rax + 112]",
    "mov r11, [rax]",
    "mov rax, [rax + 120]",
    "call r11",
    "mov r11, [rip + abi_frame]",
    "mov [r11 + 160], rax",
    "mov [r11 + 168], rbx",
    "mov [r11 + 176], rbp",
    "mov [r11 + 184], r12",
    "mov [r11 + 192], r13",
    "mov [r11 + 200], r14",
    "mov [r11 + 208], r15",
    "mov [r11 + 216], rsp",
    "mov rsp, [rip + abi_stack]",
    "pushfq",
    "pop rax",
    "mov [r11 + 224], rax",
    "cld",
    "stmxcsr [r11 + 236]",
    "ldmxcsr [r11 + 232]",
    "cmp dword ptr [r11 + 152], 0",
    "je 1f",
    "mov ecx, 1",
    "xgetbv",
    "shl rdx, 32",
    "or rax, rdx",
    "mov [r11 + 240], rax",
    "1:",
    "cmp dword ptr [r11 + 144], 0",
    "je 1f",
    "vzeroupper",
    "1:",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
);

/// Kernels that break one rule each.
pub(crate) mod planted {
    macro_rules! planted {
        ($($name:ident: $($line:literal)*;)*) => {
            unsafe extern "sysv64" {
                $(pub(crate) fn $name();)*
            }
            $(std::arch::global_asm!(
                concat!(".globl ", stringify!($name)),
                concat!(stringify!($name), ":"),
                $($line,)*
                "ret"
            );)*
        };
    }

    planted! {
        harmless: "xor eax, eax" "mov qword ptr [rsp - 100], 0";
        clobbers_rbx: "inc rbx";
        clobbers_rbp: "inc rbp";
        clobbers_r12: "inc r12";
        clobbers_r13: "inc r13";
        clobbers_r14: "inc r14";
        clobbers_r15: "inc r15";
        moves_rsp: "ret 8";
        sets_direction: "std";
        changes_mxcsr: "mov dword ptr [rsp - 8], 0x1fa0" "ldmxcsr [rsp - 8]";
        forgets_vzeroupper: "vpcmpeqd ymm0, ymm0, ymm0";
        forgets_vzeroupper_512: "vpternlogd zmm15, zmm15, zmm15, 0xff";
        relies_on_clean_halves: "vextractf128 xmm0, ymm0, 1" "vmovd eax, xmm0" "vzeroupper";
        relies_on_clean_masks: "kmovw eax, k1";
        relies_on_zero_extension: "mov rax, rdi";
        writes_above_frame: "mov byte ptr [rsp + 40], 0";
        digs_deep: "mov byte ptr [rsp - 1100], 0";
        overflows_the_stack: "mov byte ptr [rsp - 18000], 0";
        writes_first_byte: "mov byte ptr [rdi], 0";
        rewrites_first_byte: "mov al, [rdi]" "mov [rdi], al" "xor eax, eax";
        reads_first_byte: "movzx eax, byte ptr [rdi]";
        writes_before: "mov byte ptr [rdi - 1], 0";
        reads_before: "mov al, [rdi - 1]";
        reads_ninth_byte: "mov al, [rdi + 8]";
        writes_ninth_byte: "mov byte ptr [rdi + 8], 0";
        writes_eight_bytes: "mov qword ptr [rdi], 0" "xor eax, eax";
        needs_alignment: "movaps xmm0, [rdi]" "xor eax, eax";
        illegal: "ud2";
    }
}
