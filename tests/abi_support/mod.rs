//! The trampoline of tests/abi.rs: calls a kernel in a process of its own and reports what it broke.

use std::arch::global_asm;
use std::ptr;
use stonemask::Random;

/// What a kernel did that its contract forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A buffer that is only read was written.
    InputChanged,
    /// Bytes beside a buffer were written.
    BesideBuffer,
    /// A signal ended the call.
    Fault(i32),
}

/// The stack that a kernel may use, red zone included.
const STACK_LIMIT: usize = 1024;

const PAGE: usize = 4096;
const FILL: u8 = 0xa5;

/// An argument in a register.
pub(crate) enum Argument {
    /// 64 bits.
    Wide(u64),
    /// 32 bits or fewer; the rest of the register is garbage.
    Narrow(u32),
    /// A pointer.
    Buffer(Buffer),
}

impl Argument {
    /// What a buffer holds now; nothing for a number.
    pub(crate) fn contents(&self) -> Vec<u8> {
        match self {
            Argument::Buffer(buffer) => buffer.contents().to_vec(),
            _ => Vec::new(),
        }
    }
}

/// Pages between two that cannot be touched, shared with the process of the call.
struct Pages {
    /// The first page, which cannot be touched.
    start: *mut u8,
    /// Bytes between the two.
    len: usize,
}

impl Pages {
    fn new(at_least: usize) -> Pages {
        let len = at_least.div_ceil(PAGE).max(1) * PAGE;
        // SAFETY: a fresh mapping, of which the first and last page lose their permissions.
        let start = unsafe {
            let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
            let start = libc::mmap(ptr::null_mut(), len + 2 * PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(start, PAGE, libc::PROT_NONE), 0);
            assert_eq!(libc::mprotect(start.byte_add(PAGE + len), PAGE, libc::PROT_NONE), 0);
            start.cast()
        };
        Pages { start, len }
    }

    #[allow(
        clippy::mut_from_ref,
        reason = "the memory is shared with the process of the call; this process has one user"
    )]
    fn bytes(&self) -> &mut [u8] {
        // SAFETY: the pages between the guards are mapped for as long as `self` lives, and only one test thread uses them.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(PAGE), self.len) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.start.cast(), self.len + 2 * PAGE) };
    }
}

/// Memory that a kernel is given.
pub(crate) struct Buffer {
    pages: Pages,
    initial: Vec<u8>,
    align: usize,
    read_only: bool,
    at: std::cell::Cell<usize>,
}

impl Buffer {
    fn new(initial: Vec<u8>, align: usize, read_only: bool) -> Buffer {
        Buffer { pages: Pages::new(initial.len()), initial, align, read_only, at: 0.into() }
    }

    /// Bytes that the kernel reads, at this alignment and no better.
    pub(crate) fn input(bytes: &[u8], align: usize) -> Buffer {
        Buffer::new(bytes.to_vec(), align, true)
    }

    /// Bytes that the kernel reads and writes.
    pub(crate) fn in_place(bytes: &[u8], align: usize) -> Buffer {
        Buffer::new(bytes.to_vec(), align, false)
    }

    /// Room that the kernel writes.
    pub(crate) fn output(len: usize, align: usize) -> Buffer {
        Buffer::new(vec![FILL; len], align, false)
    }

    /// Puts the initial bytes against the page above or below, and a pattern in the rest.
    fn place(&self, at_end: bool) -> u64 {
        let bytes = self.pages.bytes();
        bytes.fill(FILL);
        let at = if at_end { (bytes.len() - self.initial.len()) & !(self.align - 1) } else { 0 };
        self.at.set(at);
        bytes[at..at + self.initial.len()].copy_from_slice(&self.initial);
        bytes[at..].as_ptr() as u64
    }

    fn contents(&self) -> &[u8] {
        &self.pages.bytes()[self.at.get()..][..self.initial.len()]
    }

    fn defects(&self, defects: &mut Vec<Defect>) {
        let (at, len) = (self.at.get(), self.initial.len());
        if self.read_only && self.contents() != self.initial {
            defects.push(Defect::InputChanged);
        }
        let bytes = self.pages.bytes();
        if bytes[..at].iter().chain(&bytes[at + len..]).any(|&byte| byte != FILL) {
            defects.push(Defect::BesideBuffer);
        }
    }
}

/// What goes into a call and what comes out; the trampoline knows the offsets.
#[repr(C)]
#[derive(Clone, Copy)]
struct Frame {
    kernel: u64,         // 0
    arguments: [u64; 6], // 8
    stack: u64,          // 56
    seeds: [u64; 6],     // 64: rbx, rbp, r12, r13, r14, r15
    garbage: [u64; 4],   // 112: for the other registers
    avx: u32,            // 144: 0 without AVX, 1: upper halves clean on entry, 2: dirty
    look_at_upper: u32,  // 148: whether the processor tells which vector state is in use
    result: u64,         // 152
    after: [u64; 7],     // 160: the seeded registers, then rsp
    flags: u64,          // 216
    mxcsr_before: u32,   // 224
    mxcsr_after: u32,    // 228
    in_use: u64,         // 232: state components in use, by xgetbv(1)
}

const STACK_BYTES: usize = 16 * PAGE;
const ABOVE: usize = 512;

/// Calls a kernel with its buffers against the page above (`at_end`, upper halves clean on entry) or below (dirty on entry).
/// Returns its result and what it broke.
pub(crate) fn call(kernel: *const (), arguments: &[Argument], at_end: bool, random: &mut Random) -> (u64, Vec<Defect>) {
    assert!(arguments.len() <= 6, "further arguments would be on the stack");
    let frame_pages = Pages::new(size_of::<Frame>());
    let stack = Pages::new(STACK_BYTES);
    stack.bytes().fill(FILL);
    let top = stack.bytes().len() - ABOVE;
    let mut frame = Frame {
        kernel: kernel as u64,
        arguments: std::array::from_fn(|_| random.next_u64()),
        // At a call, rsp is a multiple of 16.
        stack: stack.bytes()[top..].as_ptr() as u64,
        seeds: std::array::from_fn(|_| random.next_u64()),
        garbage: std::array::from_fn(|_| random.next_u64()),
        avx: if !is_x86_feature_detected!("avx") {
            0
        } else if at_end {
            1
        } else {
            2
        },
        look_at_upper: u32::from(is_x86_feature_detected!("avx") && tells_vector_state()),
        result: 0,
        after: [0; 7],
        flags: 0,
        mxcsr_before: 0,
        mxcsr_after: 0,
        in_use: 0,
    };
    for (register, argument) in frame.arguments.iter_mut().zip(arguments) {
        *register = match argument {
            Argument::Wide(bits) => *bits,
            Argument::Narrow(bits) => *register << 32 | u64::from(*bits),
            Argument::Buffer(buffer) => buffer.place(at_end),
        };
    }
    let shared: *mut Frame = frame_pages.bytes().as_mut_ptr().cast();
    // SAFETY: the page holds a frame and is aligned for it. The child process does nothing but call the trampoline, which
    // allocates nothing and takes no lock; what the kernel breaks, it breaks there.
    let fault = unsafe {
        shared.write(frame);
        match libc::fork() {
            0 => {
                abi_trampoline(shared);
                libc::_exit(0)
            }
            child => {
                assert!(child > 0, "fork failed");
                let mut status = 0;
                assert_eq!(libc::waitpid(child, &mut status, 0), child);
                libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status))
            }
        }
    };
    // SAFETY: the frame written above, filled in by the child, which has ended.
    let after = unsafe { shared.read() };

    let mut defects = Vec::new();
    if let Some(signal) = fault {
        defects.push(Defect::Fault(signal));
        return (0, defects);
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
    if at_end && after.in_use & 0x44 != 0 {
        defects.push(Defect::UpperHalves);
    }
    let (below, above) = stack.bytes().split_at(top);
    if above.iter().any(|&byte| byte != FILL) {
        defects.push(Defect::StackAbove);
    }
    // The return address is the caller's.
    if below[..below.len() - 8 - STACK_LIMIT].iter().any(|&byte| byte != FILL) {
        defects.push(Defect::StackBelow);
    }
    for argument in arguments {
        if let Argument::Buffer(buffer) = argument {
            buffer.defects(&mut defects);
        }
    }
    (after.result, defects)
}

/// Whether xgetbv(1) tells which state components are in use (CPUID leaf 0xd, subleaf 1, bit 2), and this processor takes
/// the upper halves for unused after vzeroupper.
fn tells_vector_state() -> bool {
    std::arch::x86_64::__cpuid_count(0xd, 1).eax & 1 << 2 != 0
}

unsafe extern "sysv64" {
    fn abi_trampoline(frame: *mut Frame);
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
    "stmxcsr [rax + 224]",
    // Vector registers: ones below, above too if they shall be dirty.
    "cmp dword ptr [rax + 144], 0",
    "je 1f",
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    "vxorps ymm\\i, ymm\\i, ymm\\i",
    "vcmpps ymm\\i, ymm\\i, ymm\\i, 0",
    ".endr",
    "cmp dword ptr [rax + 144], 2",
    "je 1f",
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
    "mov [r11 + 152], rax",
    "mov [r11 + 160], rbx",
    "mov [r11 + 168], rbp",
    "mov [r11 + 176], r12",
    "mov [r11 + 184], r13",
    "mov [r11 + 192], r14",
    "mov [r11 + 200], r15",
    "mov [r11 + 208], rsp",
    "mov rsp, [rip + abi_stack]",
    "pushfq",
    "pop rax",
    "mov [r11 + 216], rax",
    "cld",
    "stmxcsr [r11 + 228]",
    "ldmxcsr [r11 + 224]",
    "cmp dword ptr [r11 + 148], 0",
    "je 1f",
    "mov ecx, 1",
    "xgetbv",
    "shl rdx, 32",
    "or rax, rdx",
    "mov [r11 + 232], rax",
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
        harmless: "xor eax, eax" "vzeroupper" "mov qword ptr [rsp - 100], 0";
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
        writes_above_frame: "mov byte ptr [rsp + 40], 0";
        digs_deep: "mov byte ptr [rsp - 1100], 0";
        writes_first_byte: "mov byte ptr [rdi], 0";
        writes_before: "mov byte ptr [rdi - 1], 0";
        reads_ninth_byte: "mov al, [rdi + 8]";
        writes_ninth_byte: "mov byte ptr [rdi + 8], 0";
        illegal: "ud2";
    }
}
