//! The macros that make a table of kernels out of a list of declarations. A kernel is declared
//! once, in `kernels!` of its game.
//!
//! A table holds function pointers and comes only from `Kernels::get`, which answers for the tiers
//! that this processor runs; so safe code cannot reach a kernel that would be an illegal
//! instruction. The methods of a table take types whose invariants are the kernels' preconditions.

pub(crate) mod bytes;
pub(crate) mod cycles;
pub(crate) mod memory;
pub(crate) mod vouched;

use crate::tier::Tier;

/// Declares the kernels of a game, each once, and makes of them the struct `Kernels`, a table of
/// function pointers with one static for each tier, and the list [`Declaration`]s that tests read.
///
/// ```ignore
/// kernels! {
///     /// The Othello kernels of one tier.
///     pub struct Kernels of "othello";
///
///     /// The discs that a move turns over.
///     fn flips(own: u64, opponent: u64, square: u32) -> u64 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
///     /// A search. Tiers Portable and X64 have it in Rust, each over its own kernels; tier Avx512 has that of Avx2.
///     fn best_reply(position: *const [u64; 2], beta: i32) -> i32 { portable: plain; x64: plain; avx2: asm; }
///     /// Once for each width of lanes: five_16, five_32, five_64. Tier Avx512 has that of Avx2 in lanes of 16 bits.
///     fn five[16, 32, 64](plane: *const u64, row: u32, column: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm[32, 64]; }
/// }
/// ```
///
/// * Tier Reference has `reference::<name>`, the rules behind the signature: `reference::flips(own,
///   opponent, square)`.
/// * `rust` stands for `portable::<name>`, bit-parallel Rust for any processor:
///   `portable::flips(own, opponent, square)`.
/// * `asm` stands for the assembly function `<game>_<name>_<tier>`.
/// * `plain` stands for `plain::<name>`, Rust over the same tier's kernels: the table comes before
///   the other arguments.
/// * A tier that is not named has what the tier below has, and so must a tier whose own form is not
///   faster by a measured margin. The founding routines are exempt (`internals::FOUNDING`): they
///   are assembly on X64, since that is what the project was asked for.
/// * Kernels by lane have `reference::<name>::<lane>`, and so in the other modules, and a field
///   that is an array. `asm[32, 64]` has assembly for these lanes; the others are those of the tier
///   below.
///
/// The modules `reference`, `portable` and `plain` stand beside the list. A function there may be
/// safe where no contract is needed.
macro_rules! kernels {
    (
        $(#[$meta:meta])*
        pub struct Kernels of $game:literal;
        $(
            $(#[$doc:meta])*
            fn $name:ident $([$($lane:literal),*])? ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? {
                $(portable: $portable:ident;)?
                $(x64: $x64:ident $([$($x64_lane:literal),+])?;)?
                $(avx2: $avx2:ident $([$($avx2_lane:literal),+])?;)?
                $(avx512: $avx512:ident $([$($avx512_lane:literal),+])?;)?
            }
        )*
    ) => {
        // stonemask-verify finds the tables in programs by this layout.
        $(#[$meta])*
        #[repr(C)]
        pub struct Kernels {
            tier: $crate::tier::Tier,
            $($(#[$doc])* $name: $crate::kernel::field!([$($($lane)*)?] ($($type),*) $(-> $result)?),)*
        }

        static REFERENCE: Kernels = Kernels {
            tier: $crate::tier::Tier::Reference,
            $($name: $crate::kernel::slot!(
                [reference] () ($game "reference") [$($($lane)*)?] $name ($($argument: $type),*) $(-> $result)?
            ),)*
        };

        static PORTABLE: Kernels = Kernels {
            tier: $crate::tier::Tier::Portable,
            $($name: $crate::kernel::slot!(
                [$($portable)?] (PORTABLE, REFERENCE) ($game "portable") [$($($lane)*)?] $name ($($argument: $type),*) $(-> $result)?
            ),)*
        };

        #[cfg(stonemask_asm)]
        static X64: Kernels = Kernels {
            tier: $crate::tier::Tier::X64,
            $($name: $crate::kernel::slot!(
                [$($x64 $([$($x64_lane)+])?)?] (X64, PORTABLE) ($game "x64") [$($($lane)*)?] $name ($($argument: $type),*) $(-> $result)?
            ),)*
        };

        #[cfg(stonemask_asm)]
        static AVX2: Kernels = Kernels {
            tier: $crate::tier::Tier::Avx2,
            $($name: $crate::kernel::slot!(
                [$($avx2 $([$($avx2_lane)+])?)?] (AVX2, X64) ($game "avx2") [$($($lane)*)?] $name ($($argument: $type),*) $(-> $result)?
            ),)*
        };

        #[cfg(stonemask_avx512)]
        static AVX512: Kernels = Kernels {
            tier: $crate::tier::Tier::Avx512,
            $($name: $crate::kernel::slot!(
                [$($avx512 $([$($avx512_lane)+])?)?] (AVX512, AVX2) ($game "avx512") [$($($lane)*)?] $name ($($argument: $type),*) $(-> $result)?
            ),)*
        };

        /// The list of kernels, as it is declared.
        pub(crate) static DECLARATIONS: &[$crate::kernel::Declaration] = &[$($crate::kernel::Declaration {
            game: $game,
            name: stringify!($name),
            lanes: &[$($($lane),*)?],
            arguments: &[$((stringify!($argument), stringify!($type))),*],
            layouts: &[$(<$type as $crate::kernel::InRegister>::POINTEE),*],
            result: $crate::kernel::first!($(stringify!($result),)? ""),
            assembly: &[
                $($crate::kernel::assembly_tier!($x64 X64 [$($($x64_lane)+)?]),)?
                $($crate::kernel::assembly_tier!($avx2 Avx2 [$($($avx2_lane)+)?]),)?
                $($crate::kernel::assembly_tier!($avx512 Avx512 [$($($avx512_lane)+)?]),)?
            ],
        }),*];

        /// The table in use; null before the first use.
        static IN_USE: std::sync::atomic::AtomicPtr<Kernels> = std::sync::atomic::AtomicPtr::new(std::ptr::null_mut());

        impl Kernels {
            /// The kernels of `tier`; `None` when this processor or this build lacks it.
            pub fn get(tier: $crate::tier::Tier) -> Option<&'static Kernels> {
                use $crate::tier::Tier;
                if !tier.is_available() {
                    return None;
                }
                Some(match tier {
                    Tier::Reference => &REFERENCE,
                    Tier::Portable => &PORTABLE,
                    #[cfg(stonemask_asm)]
                    Tier::X64 => &X64,
                    #[cfg(stonemask_asm)]
                    Tier::Avx2 => &AVX2,
                    #[cfg(stonemask_avx512)]
                    Tier::Avx512 => &AVX512,
                    #[cfg(not(stonemask_avx512))]
                    _ => unreachable!("a tier that is not built is not available"),
                })
            }

            /// The kernels in use: those of [`Tier::best`](crate::Tier::best), or of the tier that
            /// [`use_tier`](crate::kernels::use_tier) chose.
            #[inline]
            pub fn in_use() -> &'static Kernels {
                #[cold]
                fn decide() -> *mut Kernels {
                    let best = Kernels::get($crate::tier::Tier::best()).expect("the best tier is available");
                    let (nothing, best) = (std::ptr::null_mut(), std::ptr::from_ref(best).cast_mut());
                    // Another thread may have chosen a tier meanwhile: that stays.
                    IN_USE.compare_exchange(nothing, best, Ordering::Relaxed, Ordering::Relaxed).err().unwrap_or(best)
                }
                use std::sync::atomic::Ordering;
                let mut in_use = IN_USE.load(Ordering::Relaxed);
                if in_use.is_null() {
                    in_use = decide();
                }
                // SAFETY: one of the immutable statics of this module, stored by `install` or
                // `decide`. They are initialised before the program runs, so no ordering is needed
                // to see their contents.
                unsafe { &*in_use }
            }

            /// Puts the kernels of `tier` to use; `None`, and nothing changes, where this processor
            /// or this build lacks it.
            #[allow(dead_code, reason = "the clock is the same on every tier")]
            pub(crate) fn install(tier: $crate::tier::Tier) -> Option<&'static Kernels> {
                let kernels = Kernels::get(tier)?;
                IN_USE.store(std::ptr::from_ref(kernels).cast_mut(), std::sync::atomic::Ordering::Relaxed);
                Some(kernels)
            }

            /// The tier of these kernels.
            pub fn tier(&self) -> $crate::tier::Tier {
                self.tier
            }

            /// Every kernel's name and address, in the order of the declarations.
            #[allow(clippy::vec_init_then_push, reason = "one kernel may be pushed several times, for its lanes")]
            pub(crate) fn entries(&self) -> Vec<(String, *const ())> {
                [$($crate::kernel::entries!([$($($lane)*)?] $name self.$name)),*].concat()
            }
        }

        impl std::fmt::Debug for Kernels {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct("Kernels").field("tier", &self.tier).finish_non_exhaustive()
            }
        }
    };
}

/// The type of an argument of a kernel.
pub(crate) trait InRegister {
    /// The size and the alignment of what it points to.
    const POINTEE: (usize, usize) = (0, 0);
}

impl InRegister for u32 {}
impl InRegister for i32 {}
impl InRegister for u64 {}
impl InRegister for usize {}

impl<T> InRegister for *const T {
    const POINTEE: (usize, usize) = (size_of::<T>(), align_of::<T>());
}

impl<T> InRegister for *mut T {
    const POINTEE: (usize, usize) = (size_of::<T>(), align_of::<T>());
}

/// A kernel as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The game; `random` for the kernels of random numbers, `cpu` for the clock.
    pub game: &'static str,
    /// The name, without a lane.
    pub name: &'static str,
    /// The widths of lanes for which it exists; empty if it has no lanes.
    pub lanes: &'static [u32],
    /// The arguments' names and Rust types.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The size and the alignment of what each argument points to, as Rust lays it out; zeros for a
    /// number.
    pub layouts: &'static [(usize, usize)],
    /// The result's Rust type; empty without one.
    pub result: &'static str,
    /// The tiers that have assembly functions of their own, ascending, and for which lanes; none
    /// stands for all.
    pub assembly: &'static [Option<(Tier, &'static [u32])>],
}

impl Declaration {
    /// The names in the table: one for each lane, or the only one.
    pub fn names(&self) -> Vec<String> {
        match self.lanes {
            [] => vec![self.name.to_owned()],
            lanes => lanes.iter().map(|lane| format!("{}_{lane}", self.name)).collect(),
        }
    }

    /// The names in the table, each with the tiers that have an assembly function of their own for
    /// it, ascending.
    pub fn assembly_tiers(&self) -> Vec<(String, Vec<Tier>)> {
        let tiers = |lane: Option<&u32>| {
            let own = self.assembly.iter().copied().flatten();
            own.filter(|(_, lanes)| lanes.is_empty() || lane.is_some_and(|lane| lanes.contains(lane)))
                .map(|(tier, _)| tier)
                .collect()
        };
        let lanes = if self.lanes.is_empty() { vec![None] } else { self.lanes.iter().map(Some).collect() };
        self.names().into_iter().zip(lanes.into_iter().map(tiers)).collect()
    }
}

/// A kernel's type: System V calling convention on every operating system; C's own where there are
/// no kernels. Of a kernel by lane, an array of them.
#[cfg(target_arch = "x86_64")]
macro_rules! field {
    ([] ($($type:ty),*) $(-> $result:ty)?) => { unsafe extern "sysv64" fn($($type),*) $(-> $result)? };
    ([$($lane:literal)+] $($signature:tt)*) => {
        [$crate::kernel::field!([] $($signature)*); [$($lane),+].len()]
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! field {
    ([] ($($type:ty),*) $(-> $result:ty)?) => { unsafe extern "C" fn($($type),*) $(-> $result)? };
    ([$($lane:literal)+] $($signature:tt)*) => {
        [$crate::kernel::field!([] $($signature)*); [$($lane),+].len()]
    };
}

/// The entry of a tier's table for a kernel: `[its own] (its table, the table below) (game tier)
/// [lanes] name signature`.
macro_rules! slot {
    ([] ($table:ident, $below:ident) $symbol:tt $lanes:tt $name:ident $($signature:tt)*) => { $below.$name };
    ([asm] $tables:tt ($game:literal $tier:literal) [] $name:ident $($signature:tt)*) => {
        $crate::kernel::assembly!(concat!($game, "_", stringify!($name), "_", $tier); $($signature)*)
    };
    ([asm] $tables:tt ($game:literal $tier:literal) [$($lane:literal)+] $name:ident $($signature:tt)*) => {
        $crate::kernel::assembly_by_lane!([$($lane)+] ($game, stringify!($name), $tier) {$($signature)*})
    };
    ([asm [$($own:literal)+]] ($table:ident, $below:ident) ($game:literal $tier:literal) $lanes:tt $name:ident $($signature:tt)*) => {
        $crate::kernel::assembly_by_lane!({$below.$name} $lanes [$($own)+] ($game, stringify!($name), $tier) {$($signature)*})
    };
    ([reference] $tables:tt $symbol:tt [] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust!({reference::$name} () $($signature)*)
    };
    ([reference] $tables:tt $symbol:tt [$($lane:literal)+] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust_by_lane!([$($lane)+] {reference::$name} () {$($signature)*})
    };
    ([rust] $tables:tt $symbol:tt [] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust!({portable::$name} () $($signature)*)
    };
    ([rust] $tables:tt $symbol:tt [$($lane:literal)+] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust_by_lane!([$($lane)+] {portable::$name} () {$($signature)*})
    };
    ([plain] ($table:ident, $below:ident) $symbol:tt [] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust!({plain::$name} (&$table) $($signature)*)
    };
    ([plain] ($table:ident, $below:ident) $symbol:tt [$($lane:literal)+] $name:ident $($signature:tt)*) => {
        $crate::kernel::rust_by_lane!([$($lane)+] {plain::$name} (&$table) {$($signature)*})
    };
}

/// An assembly function, by its name without the crate's prefix.
#[cfg(stonemask_asm)]
macro_rules! assembly {
    ($name:expr; ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {
        $crate::kernel::assembly!(@ {concat!(env!("STONEMASK_SYMBOL_PREFIX"), $name)} ($($argument: $type),*) $(-> $result)?)
    };
    (@ {$symbol:expr} ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {{
        unsafe extern "sysv64" {
            #[link_name = $symbol]
            fn kernel($($argument: $type),*) $(-> $result)?;
        }
        kernel
    }};
}

/// The assembly functions of a kernel by lane: of all lanes, or of some, in place of those that the
/// tier below has.
#[cfg(stonemask_asm)]
macro_rules! assembly_by_lane {
    ({$below:expr} $lanes:tt [$($own:literal)+] $parts:tt $signature:tt) => {{
        let mut kernels = $below;
        $(kernels[$crate::kernel::lane_index!($own $lanes)] = $crate::kernel::assembly_by_lane!(@ $own $parts $signature);)+
        kernels
    }};
    ([$($lane:literal)+] $parts:tt $signature:tt) => {
        [$($crate::kernel::assembly_by_lane!(@ $lane $parts $signature)),+]
    };
    (@ $lane:literal ($game:expr, $name:expr, $tier:expr) {$($signature:tt)*}) => {
        $crate::kernel::assembly!(concat!($game, "_", $name, "_", $lane, "_", $tier); $($signature)*)
    };
}

/// Where a lane stands among a kernel's lanes.
#[cfg(stonemask_asm)]
macro_rules! lane_index {
    ($own:literal [$($lane:literal)+]) => {
        $crate::kernel::position($own, &[$($lane),+])
    };
}

/// Where a lane stands among others; a lane that is not one of them does not compile.
#[cfg(stonemask_asm)]
pub(crate) const fn position(own: u32, lanes: &[u32]) -> usize {
    let mut index = 0;
    while lanes[index] != own {
        index += 1;
    }
    index
}

/// A Rust function with the kernels' calling convention, whose contract is the body's.
macro_rules! rust {
    ({$($body:tt)*} ($($table:expr)?) ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        #[allow(unused_unsafe, reason = "a body without preconditions is a safe function")]
        unsafe extern "sysv64" fn kernel($($argument: $type),*) $(-> $result)? {
            // SAFETY: the caller keeps the kernel's contract, which is the body's.
            unsafe { $($body)*($($table,)? $($argument),*) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        #[allow(unused_unsafe, reason = "a body without preconditions is a safe function")]
        unsafe extern "C" fn kernel($($argument: $type),*) $(-> $result)? {
            // SAFETY: the caller keeps the kernel's contract, which is the body's.
            unsafe { $($body)*($($table,)? $($argument),*) }
        }
        kernel
    }};
}

/// The Rust functions of a kernel by lane.
macro_rules! rust_by_lane {
    ([$($lane:literal)+] $body:tt $table:tt $signature:tt) => {
        [$($crate::kernel::rust_by_lane!(@ $lane $body $table $signature)),+]
    };
    (@ $lane:literal {$($body:tt)*} $table:tt {$($signature:tt)*}) => {
        $crate::kernel::rust!({$($body)*::<$lane>} $table $($signature)*)
    };
}

/// The first of what is given.
macro_rules! first {
    ($first:expr $(, $rest:expr)*) => {
        $first
    };
}

/// The tier and the lanes that are named, where what it has is an assembly function.
macro_rules! assembly_tier {
    (asm $tier:ident [$($lane:literal)*]) => {
        Some(($crate::tier::Tier::$tier, &[$($lane),*]))
    };
    ($rust:ident $tier:ident [$($lane:literal)*]) => {
        None
    };
}

/// The entries of a table for a kernel: one, or one for each lane.
macro_rules! entries {
    ([] $name:ident $kernel:expr) => {
        vec![(stringify!($name).to_owned(), $kernel as *const ())]
    };
    ([$($lane:literal)+] $name:ident $kernels:expr) => {
        [$($lane),+]
            .into_iter()
            .zip($kernels)
            .map(|(lane, kernel)| (format!("{}_{lane}", stringify!($name)), kernel as *const ()))
            .collect::<Vec<_>>()
    };
}

#[cfg(stonemask_asm)]
pub(crate) use {assembly, assembly_by_lane, lane_index};
pub(crate) use {assembly_tier, entries, field, first, kernels, rust, rust_by_lane, slot};
