//! Temporary.
/// A kernel's type: System V calling convention on every operating system; C's own where there are no kernels.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    (fn($($argument:ty),*) $(-> $result:ty)?) => { unsafe extern "sysv64" fn($($argument),*) $(-> $result)? };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! kernel {
    (fn($($argument:ty),*) $(-> $result:ty)?) => { unsafe extern "C" fn($($argument),*) $(-> $result)? };
}

/// Defines a table: its tier, a function pointer for each kernel, and the list of them by which tests try every one.
/// Kernels `by lane` exist once for each of the widths given, `five` as `five_16` and so on.
macro_rules! table {
    (
        $(#[$meta:meta])*
        pub struct Kernels { $($name:ident: fn($($argument:ty),*) $(-> $result:ty)?,)* }
        $(by lane { $($family:ident: fn($($lane_argument:ty),*) $(-> $lane_result:ty)?,)* })?
    ) => {
        $(#[$meta])*
        pub struct Kernels {
            tier: Tier,
            $($name: kernel!(fn($($argument),*) $(-> $result)?),)*
            $($($family: [kernel!(fn($($lane_argument),*) $(-> $lane_result)?); 3],)*)?
        }

        impl Kernels {
            /// Every kernel's name and address, for tests of the calling convention; no part of the interface.
            #[doc(hidden)]
            pub fn entries(&self) -> Vec<(&'static str, *const ())> {
                vec![
                    $((stringify!($name), self.$name as *const ()),)*
                    $($(
                        (concat!(stringify!($family), "_16"), self.$family[0] as *const ()),
                        (concat!(stringify!($family), "_32"), self.$family[1] as *const ()),
                        (concat!(stringify!($family), "_64"), self.$family[2] as *const ()),
                    )*)?
                ]
            }
        }
    };
}

/// Gives a table type its ways to a table: `get`, `best`, `tier`. Expects the statics REFERENCE, X64, AVX2 and AVX512.
macro_rules! choice {
    () => {
        impl Kernels {
            /// The kernels of `tier`; `None` when this processor or this build lacks it.
            pub fn get(tier: Tier) -> Option<&'static Kernels> {
                if !tier.is_available() {
                    return None;
                }
                Some(match tier {
                    Tier::Reference => &REFERENCE,
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

            /// The kernels of [`Tier::best`].
            #[inline]
            pub fn best() -> &'static Kernels {
                static BEST: AtomicPtr<Kernels> = AtomicPtr::new(std::ptr::null_mut());
                #[cold]
                fn decide() -> &'static Kernels {
                    let kernels = Kernels::get(Tier::best()).expect("the best tier is available");
                    BEST.store(std::ptr::from_ref(kernels).cast_mut(), Ordering::Relaxed);
                    kernels
                }
                let best = BEST.load(Ordering::Relaxed);
                // SAFETY: null, or one of the immutable statics of this module, stored by `decide`. They are initialised
                // before the program runs, so no ordering is needed to see their contents.
                unsafe { best.as_ref() }.unwrap_or_else(|| decide())
            }

            /// The tier of these kernels.
            pub fn tier(&self) -> Tier {
                self.tier
            }
        }

        impl std::fmt::Debug for Kernels {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct("Kernels").field("tier", &self.tier).finish_non_exhaustive()
            }
        }
    };
}

/// Gives Rust functions the kernels' calling convention: the Reference tier.
#[cfg(target_arch = "x86_64")]
macro_rules! reference {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(unsafe extern "sysv64" fn $name($($argument: $type),*) $(-> $result)? $body)*
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! reference {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? $body)*
    };
}

/// Declares assembly functions under their names in the object files, which carry the crate's version.
#[cfg(stonemask_asm)]
macro_rules! old_assembly {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $crate::kernel::old::old_assembly! { @ $(
            { concat!(env!("STONEMASK_SYMBOL_PREFIX"), stringify!($name)) }
            fn $name($($argument: $type),*) $(-> $result)?;
        )* }
    };
    (@ $({ $link_name:expr } fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        unsafe extern "sysv64" {
            $(#[link_name = $link_name] fn $name($($argument: $type),*) $(-> $result)?;)*
        }
    };
}

#[cfg(stonemask_asm)]
pub(crate) use old_assembly;
pub(crate) use {choice, kernel, reference, table};
