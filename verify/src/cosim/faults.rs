//! Instructions that fault: execution goes on behind them, and the fault is recorded.

use crate::refused::{Refused, Result, refuse};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes of code before the data of a machine, and where these have the address behind the
/// instruction and whether it faulted.
pub(super) const CODE: usize = 4096;
pub(super) const DONE: usize = 152;
pub(super) const FAULTED: usize = 160;

/// The code pages of all machines; 0 marks a free entry.
static PAGES: [AtomicUsize; 256] = [const { AtomicUsize::new(0) }; 256];

/// The earlier handlers of these signals, which still handle those from elsewhere.
static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

/// Much larger than the frame of any signal.
const STACK: usize = 1 << 16;

thread_local! {
    /// Whether this thread has a stack for signals, as rsp may point anywhere when one comes.
    static HAS_STACK: Cell<bool> = const { Cell::new(false) };
}

/// From now on, faults of code in a page are recorded.
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
        // It is never freed: a signal may arrive while the thread lives.
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

/// Sets the handler; returns the earlier one.
fn handle() -> Option<libc::sigaction> {
    // SAFETY: zeros are a value of the type, and the handler is async-signal-safe: it reads and
    // writes memory alone.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        let mut before: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(libc::SIGSEGV, &raw const action, &raw mut before) == 0).then_some(before)
    }
}

extern "C" fn on_fault(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes a ucontext; data lie behind a machine's code page, as long as the
    // machine is in the list.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let rip = &mut registers[libc::REG_RIP as usize];
        let page = *rip as usize & !(CODE - 1);
        if PAGES.iter().any(|place| place.load(Ordering::SeqCst) == page) {
            *rip = ((page + CODE + DONE) as *const i64).read();
            ((page + CODE + FAULTED) as *mut u8).write(1);
        } else if let Some(Some(before)) = BEFORE.get() {
            // It faults once more, and then the earlier handler gets it.
            libc::sigaction(libc::SIGSEGV, std::ptr::from_ref(before), std::ptr::null_mut());
        }
    }
}
