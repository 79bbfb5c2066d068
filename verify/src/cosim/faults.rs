//! Instructions that fault: they go on behind themselves, and it is noted that they did.

use super::native::{CODE, DONE, FAULTED};
use crate::refused::{Refused, Result, refuse};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The code pages of the machines that there are; 0 is a free place.
static PAGES: [AtomicUsize; 256] = [const { AtomicUsize::new(0) }; 256];

/// What was done about such signals before, and is about those from elsewhere.
static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

/// As large as any signal's frame, many times over.
const STACK: usize = 1 << 16;

thread_local! {
    /// Whether this thread has a stack for signals, as rsp may point anywhere when one comes.
    static HAS_STACK: Cell<bool> = const { Cell::new(false) };
}

/// From now on faults of code in a page are noted.
pub(super) fn watch(page: usize) -> Result<()> {
    install()?;
    let free = |place: &&AtomicUsize| place.compare_exchange(0, page, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    if PAGES.iter().find(free).is_none() {
        refuse!("more machines than {}", PAGES.len());
    }
    Ok(())
}

pub(super) fn forget(page: usize) {
    for place in &PAGES {
        _ = place.compare_exchange(page, 0, Ordering::SeqCst, Ordering::SeqCst);
    }
}

/// Gives this thread a stack for signals, and the process the handler.
fn install() -> Result<()> {
    let failed = |what: &str| Refused::new(format!("{what}: {}", std::io::Error::last_os_error()));
    if !HAS_STACK.get() {
        // It is never given back: a signal may come as long as the thread lives.
        let memory = vec![0u8; STACK].leak();
        let alternate = libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
        // SAFETY: the memory is this thread's for ever.
        if unsafe { libc::sigaltstack(&raw const alternate, std::ptr::null_mut()) } != 0 {
            return Err(failed("no stack for signals"));
        }
        HAS_STACK.set(true);
    }
    match BEFORE.get_or_init(handle) {
        Some(_) => Ok(()),
        None => Err(failed("faults cannot be watched")),
    }
}

/// Sets the handler; what there was before.
fn handle() -> Option<libc::sigaction> {
    // SAFETY: zeros are a value of the type, and the handler is async-signal-safe: it reads and writes memory alone.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        let mut before: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(libc::SIGSEGV, &raw const action, &raw mut before) == 0).then_some(before)
    }
}

extern "C" fn on_fault(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes a ucontext; data lie behind a machine's code page, as long as the machine is in the list.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let rip = &mut registers[libc::REG_RIP as usize];
        let page = *rip as usize & !(CODE - 1);
        if PAGES.iter().any(|place| place.load(Ordering::SeqCst) == page) {
            *rip = ((page + CODE + DONE) as *const i64).read();
            ((page + CODE + FAULTED) as *mut u8).write(1);
        } else if let Some(Some(before)) = BEFORE.get() {
            // It faults once more, and is then what it would have been.
            libc::sigaction(libc::SIGSEGV, std::ptr::from_ref(before), std::ptr::null_mut());
        }
    }
}
