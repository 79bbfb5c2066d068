//! The clock that counts core cycles.

/// Runs `additions` additions that wait for one another: as many core cycles, rounded up to a multiple of 16.
///
/// Where no cycle counter can be read (virtual machines), the time of a kernel over the time of this chain in the same run
/// is its cost in cycles. Without assembly the chain is Rust's, and an addition may take longer.
pub fn spin_cycles(additions: u64) {
    #[cfg(stonemask_asm)]
    {
        let chain = super::assembly!("cpu_chain_x64"; (additions: u64));
        // SAFETY: the kernel takes any count, touches no memory and needs no more than SSE2.
        unsafe { chain(additions) }
    }
    #[cfg(not(stonemask_asm))]
    for addition in 0..additions {
        std::hint::black_box(addition);
    }
}
