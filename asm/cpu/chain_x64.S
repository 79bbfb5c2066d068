// A clock that counts core cycles: additions that wait for one another. Tier X64.
//
//   void cpu_chain_x64(uint64_t additions)
//
// Entry    any count; it is rounded up to a multiple of 16.
// Result   none, after `additions` cycles of the core: each addition takes one and needs the one before.
// Changes  rax, rdi, flags. Reads nothing, writes nothing.
// Idea     Where no cycle counter can be read, a kernel's cost in cycles is its time over this chain's, in the same run.
//          Both operands are registers: cores since Golden Cove fold additions of small constants away as they rename
//          registers, several a cycle (add rax, 1 ran ten to the nanosecond at 3.4 GHz). The addend is the count, and what
//          rax holds first is all the same.

#include "abi.inc"

#define additions   rdi

        FUNCTION(cpu_chain_x64)
        sub     additions, 0
        jz      2f

        // each turn: 16 cycles; the count runs beside the chain
1:      .rept   16
        add     rax, additions
        .endr
        sub     additions, 16
        ja      1b

2:      ret
        END_FUNCTION(cpu_chain_x64)
