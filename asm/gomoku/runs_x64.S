// The founding document's scan, as it has it. Tier X64. Contract and walk: runs.inc.
//
//   uint64_t gomoku_runs_x64(const uint8_t *cells, uint32_t rows, uint32_t columns, uint32_t position)

#include "abi.inc"
#include "gomoku/runs.inc"

        FUNCTION(gomoku_runs_x64)
        // up = position / columns, left = position - columns * up; right and down: what is left of columns and rows
        mov     r8d, edx
        mov     eax, ecx
        mov     ecx, ecx
        add     stone, rcx
        xor     edx, edx
        div     r8d
        mov     r9d, edx
        mov     edx, r8d
        mov     r8d, eax
        dec     esi
        sub     esi, r8d
        lea     r10d, [rdx - 1]
        sub     r10d, r9d
        WALK_ALL_AXES
        END_FUNCTION(gomoku_runs_x64)
