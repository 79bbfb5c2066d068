// The source's scan: the runs through a stone on the flat cell vector. Tier X64, for all tiers.
//
//   uint64_t gomoku_runs_x64(const uint8_t *cells, uint32_t rows, uint32_t columns, uint32_t position)
//
// Entry    cells: rows * columns of them, row after row, each 0 empty, 1 black or 2 white, or 20 more under the cursor;
//          rows, columns: 1 to 64; position < rows * columns, with a stone on it.
// Result   rax: sixteen bits an axis, from the lowest: along the row, down the column, down to the right, down to the left.
//          Bits 0-6 the stones in the run, the given one included; bits 7-12 how many of them come before it in the vector;
//          bits 13-14 how many ends of the run touch a stone of the other colour.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags; keeps rbx, rbp, r12-r14 on the stack meanwhile. Reads no cell but
//          those on the stone's four lines, writes nothing.
// Idea     As the founding document has it: row = position / columns, left = columns * row, right = left + columns - 1; a walk
//          each way, ended by another colour, an empty cell or a limit. On a diagonal the limit is the nearer of two edges, so
//          that no walk enters another row than the next. The cursor's 20 is a multiple of 4, so the low two bits are the stone.

#include "abi.inc"

#define stone       rdi         // the address of the stone's cell
#define columns     r8
#define colour      r9d
#define up          r10         // how many rows there are above,
#define down        rsi         // below,
#define leftward    r11         // and how many columns to the left
#define rightward   rcx         // and to the right
#define step        rdx
#define limit       rbx         // how far the walk may go
#define count       rax
#define at          rbp
#define cell        r12d
#define runs        r13
#define run         r14

// count: the stones of the colour passed from the stone by steps; run: with 1 << 13 more when the other colour ended the walk
        .macro  WALK
        mov     at, stone
        xor     eax, eax
1:      cmp     count, limit
        je      3f
        add     at, step
        movzx   cell, byte ptr [at]
        and     cell, 3
        cmp     cell, colour
        jne     2f
        inc     count
        jmp     1b
2:      neg     cell
        sbb     cell, cell
        and     cell, 1 << 13
        add     run, r12
3:
        .endm

// limit = the lesser of two distances
        .macro  LIMIT one, other
        mov     limit, \one
        cmp     limit, \other
        cmova   limit, \other
        .endm

// runs: with the run of one more axis in its highest bits. step and two limits, onwards and back, are the axis
        .macro  AXIS onward, onward_too, back, back_too
        LIMIT   \onward, \onward_too
        mov     run, 1
        WALK
        add     run, count
        neg     step
        LIMIT   \back, \back_too
        WALK
        imul    rax, rax, 129
        add     run, count
        shl     run, 48
        shr     runs, 16
        or      runs, run
        .endm

        FUNCTION(gomoku_runs_x64)
        SAVE    rbx
        SAVE    rbp
        SAVE    r12
        SAVE    r13
        SAVE    r14

        // up = row, leftward = column
        mov     r8d, edx
        mov     eax, ecx
        mov     ecx, ecx
        add     stone, rcx
        xor     edx, edx
        div     r8d
        mov     r10d, eax
        mov     r11d, edx
        dec     esi
        sub     esi, eax
        lea     ecx, [r8 - 1]
        sub     ecx, edx
        movzx   colour, byte ptr [stone]
        and     colour, 3

        mov     step, 1
        AXIS    rightward, rightward, leftward, leftward
        mov     step, columns
        AXIS    down, down, up, up
        lea     step, [columns + 1]
        AXIS    down, rightward, up, leftward
        lea     step, [columns - 1]
        AXIS    down, leftward, up, rightward
        mov     rax, runs

        RESTORE r14
        RESTORE r13
        RESTORE r12
        RESTORE rbp
        RESTORE rbx
        ret
        END_FUNCTION(gomoku_runs_x64)
