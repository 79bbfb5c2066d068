//! Memory that may run out. The library allocates as Rust programs do, and an allocation that fails
//! there ends the process. So a call from C that allocates first takes a reserve, as large as what
//! it may need at most: of the system that is a promise of address space, which costs nothing until
//! it is used. When an allocation fails in the course of the call, the reserve serves it; the call
//! comes to its end, drops what it made, and says that there is not enough memory.

use crate::error::{Code, Result};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The system's memory, and the reserves.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Reserves that serve at once; further calls wait for one. A reserve needs a place only once an
/// allocation has failed.
const SLOTS: usize = 64;

/// A reserve that has been touched.
#[derive(Clone, Copy)]
struct Slot {
    begin: usize,
    end: usize,
    next: usize,
    /// Whether anything was allocated in it.
    used: bool,
    /// Allocations in it that have not been freed.
    live: usize,
    /// Whether any thread may use it: the helpers of a search have no reserves of their own.
    shared: bool,
}

const FREE: Slot = Slot { begin: 0, end: 0, next: 0, used: false, live: 0, shared: false };

/// The touched reserves, under a lock that is never held for longer than a walk through them.
struct Slots {
    locked: AtomicBool,
    /// How many are taken, so that freeing memory need not look while there are none.
    taken: AtomicUsize,
    slots: UnsafeCell<[Slot; SLOTS]>,
}

// SAFETY: `slots` is touched in `with` alone, whose lock lets one thread in at a time.
unsafe impl Sync for Slots {}

static TOUCHED: Slots =
    Slots { locked: AtomicBool::new(false), taken: AtomicUsize::new(0), slots: UnsafeCell::new([FREE; SLOTS]) };

impl Slots {
    fn with<T>(&self, body: impl FnOnce(&mut [Slot; SLOTS]) -> T) -> T {
        while self.locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        // SAFETY: this thread holds the lock, and no body panics or comes back here.
        let result = body(unsafe { &mut *self.slots.get() });
        self.locked.store(false, Ordering::Release);
        result
    }

    fn take(&self, slot: Slot) -> Option<usize> {
        self.with(|slots| {
            let index = slots.iter().position(|slot| slot.begin == 0)?;
            slots[index] = slot;
            self.taken.fetch_add(1, Ordering::Relaxed);
            Some(index)
        })
    }

    /// Memory of a touched reserve; null when it has not that much left.
    fn allocate(&self, index: Option<usize>, layout: Layout) -> *mut u8 {
        self.with(|slots| {
            let mut fits = slots.iter_mut().enumerate().filter(|(at, slot)| match index {
                Some(index) => *at == index,
                None => slot.shared,
            });
            let Some((_, slot)) = fits.next() else { return null_mut() };
            let begin = slot.next.next_multiple_of(layout.align());
            match begin.checked_add(layout.size()) {
                Some(end) if end <= slot.end => {
                    (slot.next, slot.used, slot.live) = (end, true, slot.live + 1);
                    begin as *mut u8
                }
                _ => null_mut(),
            }
        })
    }

    /// Whether the memory is a reserve's, in which case it is free now; the last piece can be had
    /// again.
    fn release(&self, pointer: *mut u8, size: usize) -> bool {
        let begin = pointer as usize;
        self.taken.load(Ordering::Relaxed) > 0
            && self.with(|slots| {
                let Some(slot) = slots.iter_mut().find(|slot| (slot.begin..slot.end).contains(&begin)) else {
                    return false;
                };
                slot.live -= 1;
                if slot.live == 0 {
                    slot.next = slot.begin;
                } else if begin + size == slot.next {
                    slot.next = begin;
                }
                true
            })
    }
}

/// This thread's reserve, while a call has one.
#[derive(Clone, Copy)]
struct Reserve {
    begin: *mut u8,
    bytes: usize,
    slot: Option<usize>,
}

const NONE: Reserve = Reserve { begin: null_mut(), bytes: 0, slot: None };
const ALIGNMENT: usize = 64;

thread_local! {
    static RESERVE: Cell<Reserve> = const { Cell::new(NONE) };
}

impl Reserve {
    fn layout(bytes: usize) -> Layout {
        Layout::from_size_align(bytes, ALIGNMENT).expect("a size that was allocated")
    }

    /// Memory of the reserve of this thread, or of one that is shared.
    fn serve(layout: Layout) -> *mut u8 {
        let mut reserve = RESERVE.get();
        if reserve.begin.is_null() {
            return TOUCHED.allocate(None, layout);
        }
        while reserve.slot.is_none() {
            reserve.slot = TOUCHED.take(Slot {
                begin: reserve.begin as usize,
                end: reserve.begin as usize + reserve.bytes,
                next: reserve.begin as usize,
                used: false,
                live: 0,
                shared: false,
            });
            std::hint::spin_loop();
        }
        RESERVE.set(reserve);
        TOUCHED.allocate(reserve.slot, layout)
    }
}

/// Ends a reserve however its call ends. A call within it, of an observer, has had one of its own
/// meanwhile.
struct End {
    before: Reserve,
}

/// Whether memory has run out in this thread's call, so that its reserve was needed.
pub(crate) fn is_touched() -> bool {
    RESERVE.get().slot.is_some_and(|slot| TOUCHED.with(|slots| slots[slot].used))
}

impl Drop for End {
    fn drop(&mut self) {
        let reserve = RESERVE.replace(self.before);
        // An allocation that lives on in it, such as a table that a static keeps, keeps it.
        let lives_on = reserve.slot.is_some_and(|slot| {
            TOUCHED.with(|slots| {
                let slot = &mut slots[slot];
                slot.shared = false;
                let lives_on = slot.live > 0;
                if !lives_on {
                    *slot = FREE;
                    TOUCHED.taken.fetch_sub(1, Ordering::Relaxed);
                }
                lives_on
            })
        });
        if !lives_on {
            // SAFETY: `with_reserve` allocated it with this layout, and nothing is left in it.
            unsafe { System.dealloc(reserve.begin, Reserve::layout(reserve.bytes)) };
        }
    }
}

/// Who may use a reserve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Users {
    /// The thread that calls.
    Caller,
    /// The threads that the call starts too.
    Helpers,
}

/// Runs something that allocates at most `bytes`, in small pieces or large ones. Its result is in
/// the system's memory: where the reserve was needed it returns no result.
pub(crate) fn with_reserve<T>(bytes: usize, users: Users, body: impl FnOnce() -> Result<T>) -> Result<T> {
    // Each piece may lose some bytes to its alignment.
    let bytes = bytes.saturating_add(64 << 10);
    let layout = Layout::from_size_align(bytes, ALIGNMENT).map_err(|_| Code::OutOfMemory)?;
    // SAFETY: the layout's size is not 0.
    let begin = if fails() { null_mut() } else { unsafe { System.alloc(layout) } };
    if begin.is_null() {
        return Err(Code::OutOfMemory.into());
    }
    let (first, last) = (begin as usize, begin as usize + bytes);
    // Without a place to share it the helpers go without; that takes 64 touched reserves at once.
    let shared = Slot { begin: first, end: last, next: first, used: false, live: 0, shared: true };
    let slot = if users == Users::Helpers { TOUCHED.take(shared) } else { None };
    let _end = End { before: RESERVE.replace(Reserve { begin, bytes, slot }) };
    let result = body();
    if is_touched() {
        drop(result);
        return Err(Code::OutOfMemory.into());
    }
    result
}

// SAFETY: memory is the system's, or a piece of a reserve, which no other piece overlaps and which
// lives until its pieces are freed.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let pointer = if fails() { null_mut() } else { unsafe { System.alloc(layout) } };
        if pointer.is_null() { Reserve::serve(layout) } else { pointer }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let pointer = if fails() { null_mut() } else { unsafe { System.alloc_zeroed(layout) } };
        if !pointer.is_null() {
            return pointer;
        }
        let pointer = Reserve::serve(layout);
        if !pointer.is_null() {
            // SAFETY: that many bytes were just served.
            unsafe { pointer.write_bytes(0, layout.size()) };
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if !TOUCHED.release(pointer, layout.size()) {
            // SAFETY: the caller's promise; the reserve does not hold it, so it is the system's.
            unsafe { System.dealloc(pointer, layout) };
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let in_reserve = TOUCHED.taken.load(Ordering::Relaxed) > 0
            && TOUCHED.with(|slots| slots.iter().any(|slot| (slot.begin..slot.end).contains(&(pointer as usize))));
        if !in_reserve && !fails() {
            // SAFETY: the caller's promise; it is the system's.
            let moved = unsafe { System.realloc(pointer, layout, size) };
            if !moved.is_null() {
                return moved;
            }
        }
        // SAFETY: the alignment is that of a layout, and the caller promises that the size fits it.
        let moved = Reserve::serve(unsafe { Layout::from_size_align_unchecked(size, layout.align()) });
        if !moved.is_null() {
            // SAFETY: both pieces are that large and do not overlap; the old one is given up.
            unsafe {
                moved.copy_from_nonoverlapping(pointer, size.min(layout.size()));
                self.dealloc(pointer, layout);
            }
        }
        moved
    }
}

#[cfg(feature = "planted")]
thread_local! {
    static FAIL_AFTER: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// Lets this thread's allocations fail after that many; `None` lets them be.
#[cfg(feature = "planted")]
pub fn fail_after(allocations: Option<u32>) {
    FAIL_AFTER.set(allocations.unwrap_or(u32::MAX));
}

#[cfg(feature = "planted")]
fn fails() -> bool {
    match FAIL_AFTER.get() {
        u32::MAX => false,
        0 => true,
        left => {
            FAIL_AFTER.set(left - 1);
            false
        }
    }
}

#[cfg(not(feature = "planted"))]
#[inline]
fn fails() -> bool {
    false
}
