// The founding document's scan without a walk where runs are short. Tier Avx2. Contract and walk: runs.inc.
//
//   uint64_t gomoku_runs_avx2(const uint8_t *cells, uint32_t rows, uint32_t columns, uint32_t position)
//
// Idea     Four cells each way, read at once: 16 bytes of each of the four rows above and below, with the stone's column among them,
//          and four cells on both sides of the stone. Shuffles put the cells by direction, a doubleword each. Limits are counted
//          from the edges and compared with each cell's distance. In a doubleword the lowest byte that is not the colour ends the
//          run: adding 1 carries through the bytes before it.
//          Rows beyond the board are replaced by the last row, so addresses stay in the vector. Sixteen bytes of the first or the last
//          row would leave it near two corners, and on boards of one row or few columns: there the walk reads cell by cell. Where
//          all four cells of a direction are the stone's colour, the run is walked on from there in this direction alone.
// Budget   25 for the place and the edges, 8 to keep off the corners, 37 to load, 12 to shuffle and join, 32 to compare and count.
//          A call takes 29 cycles and 0.64 of X64's time (Zen 5, 15x15 to 40x40; `stonemask bench --compare --game gomoku`).
// Tried    The whole walk where four cells are the colour, which is so for a sixth of the last stones of games: slower.

#include "abi.inc"
#include "gomoku/runs.inc"

#define place       rax         // the stone's column in a row above or below
#define row_step    rcx         // the way to the next row, 0 beyond the edge
#define zero        r11

#define cells       ymm0
#define same        ymm1
#define passed      ymm1
#define end         ymm2
#define limits      ymm6
#define full        ecx
#define result      rax

// Of the directions in which the run goes on.
#define ways        r9
#define way         r10
#define way_step    r11
#define way_limit   rsi
#define walker      r12
#define passed_so_far rbx
#define passed_so_far32 ebx
#define added       rbx         // to the result by a direction
#define added32     ebx
#define its_colour  r8d
#define its_cell    ebp

// How many of the sixteen bytes of a row stand before the stone's column: above the stone, below it. Boards of LEAST columns have room
// for both.
#define BEFORE      4
#define AFTER       11
#define LEAST       11

// For the rows at each distance, the four cells of a direction: the byte so far aside of the stone's column in its place, zeros (-1)
// in the others.
        .macro  CELLS k, column, aside=0
        .fill   \k - 1, 1, -1
        .byte   \column + \aside
        .fill   4 - \k, 1, -1
        .endm
// Before the stone: none in its row, up, up to the left, up to the right; after it the same mirrored.
        .macro  DIRECTIONS k
        .fill   4, 1, -1
        CELLS   \k, BEFORE
        CELLS   \k, BEFORE, -\k
        CELLS   \k, BEFORE, \k
        .fill   4, 1, -1
        CELLS   \k, AFTER
        CELLS   \k, AFTER, \k
        CELLS   \k, AFTER, -\k
        .endm
        CONSTANT(FROM_ROWS, 32)
        DIRECTIONS 1
        DIRECTIONS 2
        DIRECTIONS 3
        DIRECTIONS 4
        END_CONSTANT(FROM_ROWS)
        CONSTANT(FROM_OWN_ROW, 32)
        .byte   3, 2, 1, 0
        .fill   12, 1, -1
        .byte   0, 1, 2, 3
        .fill   12, 1, -1
        END_CONSTANT(FROM_OWN_ROW)
// The edges that limit each direction: 0 up, 1 down, 2 left, 3 right.
        CONSTANT(EDGE, 32)
        .byte   2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        .byte   3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
        END_CONSTANT(EDGE)
        CONSTANT(OTHER_EDGE, 32)
        .byte   2, 2, 2, 2, 0, 0, 0, 0, 2, 2, 2, 2, 3, 3, 3, 3
        .byte   3, 3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 3, 2, 2, 2, 2
        END_CONSTANT(OTHER_EDGE)
// How far the edge must at least be, less one, for a cell to be on the board.
        CONSTANT(STEPS, 32)
        .rept   8
        .byte   0, 1, 2, 3
        .endr
        END_CONSTANT(STEPS)
        CONSTANT(STONE, 32)
        .fill   32, 1, 3
        END_CONSTANT(STONE)
// A stone's weight on its axis: one in the run, and before the given one also one there.
        CONSTANT(WEIGHT, 32)
        .fill   16, 1, 129
        .fill   16, 1, 1
        END_CONSTANT(WEIGHT)
        CONSTANT(ONE_A_BYTE, 32)
        .fill   32, 1, 1
        END_CONSTANT(ONE_A_BYTE)
        CONSTANT(ONE_A_WORD, 32)
        .fill   16, 2, 1
        END_CONSTANT(ONE_A_WORD)
        CONSTANT(BLOCKED, 32)
        .fill   8, 4, 1 << 13
        END_CONSTANT(BLOCKED)
        CONSTANT(GIVEN_STONE, 32)
        .fill   4, 4, 1
        END_CONSTANT(GIVEN_STONE)
// Each direction's step in rows and columns, what a stone adds to its axis, and where that begins.
        CONSTANT(WAYS, 32)
        .byte   0, -1, 129, 0
        .byte   -1, 0, 129, 16
        .byte   -1, -1, 129, 32
        .byte   -1, 1, 129, 48
        .byte   0, 1, 1, 0
        .byte   1, 0, 1, 16
        .byte   1, 1, 1, 32
        .byte   1, -1, 1, 48
        END_CONSTANT(WAYS)
// ceil(2^18 / columns): a position below 4096 times this, shifted right by 18, is position / columns.
        CONSTANT(RECIPROCALS, 4)
        .long   0
        .set    L(divisor), 1
        .rept   64
        .long   ((1 << 18) + L(divisor) - 1) / L(divisor)
        .set    L(divisor), L(divisor) + 1
        .endr
        END_CONSTANT(RECIPROCALS)

// row: sixteen bytes of the row so far above the stone's, or of the first row
        .macro  ROW_ABOVE row, steps
        cmp     r8d, \steps
        cmovb   row_step, zero
        sub     place, row_step
        vmovdqu \row, [place - BEFORE]
        .endm

// row: with sixteen bytes of the row so far below the stone's, or of the last row, in the upper half
        .macro  ROW_BELOW row, steps
        cmp     esi, \steps
        cmovb   row_step, zero
        add     place, row_step
        vinserti128 \row, \row, [place - AFTER], 1
        .endm

        FUNCTION(gomoku_runs_avx2)
        // up = position / columns, left = position - columns * up; right and down: what is left of columns and rows
        mov     edx, edx
        mov     ecx, ecx
        add     stone, rcx
        lea     r11, [rip + RECIPROCALS]
        mov     r8d, [r11 + 4*columns]
        imul    r8d, ecx
        shr     r8d, 18
        mov     eax, r8d
        imul    eax, edx
        mov     r9d, ecx
        sub     r9d, eax
        lea     r10d, [columns - 1]
        sub     r10d, r9d

        // from here on the board has two rows or more and LEAST columns
        dec     esi
        je      L(walk)
        sub     esi, r8d
        CUT(two_rows, stone, columns, up, down, left, right)
        cmp     edx, LEAST
        jb      L(walk)

        // eax: the edges' distances, a byte each: up, down, left, right
        mov     eax, r10d
        shl     eax, 8
        or      eax, r9d
        shl     eax, 8
        or      eax, esi
        shl     eax, 8
        or      eax, r8d

        // outside the corners: up >= 5 or left >= 4, and down >= 5 or right >= 4; such distances become 64 and more
        lea     ecx, [rax + 0x3c3c3b3b]
        mov     r11d, ecx
        shr     r11d, 16
        or      ecx, r11d
        not     ecx
        test    ecx, 0x4040
        jne     L(walk)
        vmovd   xmm4, eax

        // ymm0-ymm3: the rows at each distance
        xor     r11d, r11d
        mov     place, stone
        mov     row_step, columns
        ROW_ABOVE xmm0, 1
        ROW_ABOVE xmm1, 2
        ROW_ABOVE xmm2, 3
        ROW_ABOVE xmm3, 4
        mov     place, stone
        mov     row_step, columns
        ROW_BELOW ymm0, 1
        ROW_BELOW ymm1, 2
        ROW_BELOW ymm2, 3
        ROW_BELOW ymm3, 4

        // cells: four by direction
        vpshufb ymm0, ymm0, [rip + FROM_ROWS]
        vpshufb ymm1, ymm1, [rip + FROM_ROWS + 32]
        vpshufb ymm2, ymm2, [rip + FROM_ROWS + 64]
        vpshufb ymm3, ymm3, [rip + FROM_ROWS + 96]
        vpor    ymm0, ymm0, ymm1
        vpor    ymm2, ymm2, ymm3
        vpbroadcastd ymm1, dword ptr [stone - 4]
        vpbroadcastd ymm3, dword ptr [stone + 1]
        vpblendd ymm1, ymm1, ymm3, 0xf0
        vpshufb ymm1, ymm1, [rip + FROM_OWN_ROW]
        vpor    ymm0, ymm0, ymm2
        vpor    cells, ymm0, ymm1

        // cells: beyond an edge as if empty, and no cursor
        vpbroadcastd ymm4, xmm4
        vpshufb ymm5, ymm4, [rip + EDGE]
        vpshufb ymm4, ymm4, [rip + OTHER_EDGE]
        vpminub limits, ymm4, ymm5
        vpcmpgtb ymm4, limits, [rip + STEPS]
        vpand   cells, cells, [rip + STONE]
        vpand   cells, cells, ymm4

        // same: -1 where a cell is the stone's colour; end: 1 in the first other byte of a direction; passed: -1 in all before it
        vpbroadcastb ymm5, byte ptr [stone]
        vpand   ymm5, ymm5, [rip + STONE]
        vpcmpeqd ymm4, ymm4, ymm4
        vpcmpeqb same, cells, ymm5
        vpsubd  end, same, ymm4
        vpandn  end, same, end
        vpaddd  passed, end, ymm4

        // full: the directions in which all four are the colour
        vmovmskps full, passed

        // by direction, what its stones add, and its end if a stone is there
        vpxor   xmm5, xmm5, xmm5
        vpminub end, cells, end
        vpcmpgtd end, end, ymm5
        vpand   end, end, [rip + BLOCKED]
        vpand   ymm4, passed, [rip + WEIGHT]
        vpmaddubsw ymm4, ymm4, [rip + ONE_A_BYTE]
        vpmaddwd ymm4, ymm4, [rip + ONE_A_WORD]
        vpaddd  ymm4, ymm4, end

        // by axis
        vextracti128 xmm5, ymm4, 1
        vpaddd  xmm4, xmm4, [rip + GIVEN_STONE]
        vpaddd  xmm4, xmm4, xmm5
        vpackssdw xmm4, xmm4, xmm4
        vmovq   result, xmm4
        test    full, full
        jne     L(more)
        vzeroupper
        ret

        // the limits go to the stack: runs may go on beyond the four cells, which are counted
L(more):
        SAVE    rbx
        SAVE    rbp
        SAVE    r12
        vmovdqu [rsp - 32], limits
        lea     ways, [rip + WAYS]
        movzx   its_colour, byte ptr [stone]
        and     its_colour, 3

        // the next full direction: way_step; walker: its fourth cell, which has the colour
L(direction):
        CUT(direction, stone, columns, result, full, its_colour, ways)
        tzcnt   r10d, full
        blsr    full, full
        movsx   way_step, byte ptr [ways + 4*way]
        imul    way_step, columns
        movsx   passed_so_far, byte ptr [ways + 4*way + 1]
        add     way_step, passed_so_far
        lea     walker, [stone + 4*way_step]
        movzx   esi, byte ptr [rsp - 32 + 4*way]
        mov     its_cell, its_colour
        mov     passed_so_far32, 4
L(next_cell):
        cmp     passed_so_far, way_limit
        jae     L(way_ends)
        add     walker, way_step
        movzx   its_cell, byte ptr [walker]
        and     its_cell, 3
        cmp     its_cell, its_colour
        jne     L(way_ends)
        inc     passed_so_far32
        jmp     L(next_cell)

        // result: the cells beyond the first four are added. Of the two colours' cells (1, 2) and the empty one (0) two that differ make 3 by
        // exclusive or where both are stones
L(way_ends):
        movzx   esi, byte ptr [ways + 4*way + 2]
        sub     added32, 4
        imul    added32, esi
        xor     its_cell, its_colour
        inc     its_cell
        shr     its_cell, 2
        shl     its_cell, 13
        add     added32, its_cell
        movzx   esi, byte ptr [ways + 4*way + 3]
        shlx    added, added, rsi
        CUT(adding, stone, columns, result, full, its_colour, ways, added)
        add     result, added
        test    full, full
        jne     L(direction)
        vzeroupper
        RESTORE r12
        RESTORE rbp
        RESTORE rbx
        ret

L(walk):
        WALK_ALL_AXES
        END_FUNCTION(gomoku_runs_avx2)
