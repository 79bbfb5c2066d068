// The founding document's rules of 6x6 Othello on its own state: whether a disc outflanks, and the move. Tier X64.
//
//   uint32_t othello_packed6_outflank_x64(const struct packed6 *state, uint32_t colour, uint32_t cell)
//   uint64_t othello_packed6_move_x64(struct packed6 *state, uint32_t colour, uint32_t cell)
//
// Entry    state: packed6.inc; pos & ~free = 0, t < 16. colour: 0 = white, 1 = black. cell: 4 to 35; what stands on it does not
//          matter.
// Result   outflank: 1 if a disc of the colour on the cell encloses discs of the other along one or more of the eight rays, else 0.
//          move: the discs that it encloses, bit = cell; they and the cell then have the colour, in the state. If there are none
//          the result is 0 and the state as before.
// Changes  rax, rcx, rdx, rsi, r8-r11, flags. Writes nothing but the state's t, free and pos.
// Idea     The document lists the row, the column and both diagonals through each cell and walks along them cell by cell. Here the
//          state becomes words of six bits a row, and each of the four lines is taken whole, as in flips_x64.S.
// Budget   outflank: 51 for the words and the square's constants, 4 lines of 10: 91 instructions, 18 cycles at five a cycle.
//          move: 55 and 4 lines of 14; 32 to put the state together if any disc turns: 24 to 29 cycles.

#include "abi.inc"

#define SIDE            6
#define state           rdi
#define colour          esi
#define cell            edx
#define own             rsi
#define opponent        r8
#define axes            rdx
#define flips           rax
#define line            rcx
#define line_low        ecx
#define end             r11
#define edges_of_column r9
#define edges_of_row    r10
#define ones            [rip + ONES]
#define rows            [rip + ROWS]
#define occupied        opponent
#define black           rcx
#define black_low       ecx

#include "othello/axes_x64.inc"
#include "othello/packed6.inc"

// The first bit of each row; and 28 bits higher, so that a line comes to the top
        CONSTANT(ROWS, 8)
        .quad   0x41041041
        END_CONSTANT(ROWS)
        CONSTANT(ONES, 8)
        .quad   0x41041041 << 28
        END_CONSTANT(ONES)

#define CENTRE          0x30c000    // cells 0 to 3 in words of six bits a row

// The cells 4 to 35 of `word` go to their squares: two bits up behind cell 17, where the centre's first row is left out, and two more
// behind cell 21
        .macro  BY_ROW word
        mov     rax, \word
        and     rax, -0x4000
        lea     \word, [\word + 2*rax]
        add     \word, rax
        mov     rax, \word
        and     rax, -0x100000
        lea     \word, [\word + 2*rax]
        add     \word, rax
        .endm

// own, opponent: the two sides' discs, bit = 6*row + column; axes, edges_of_column, edges_of_row: those of the cell
        .macro  POSITION
        mov     black_low, POS
        mov     r8d, FREE
        BY_ROW  black
        BY_ROW  occupied
        movzx   eax, T
        imul    eax, eax, 0x44000
        and     eax, CENTRE
        or      black, rax
        or      occupied, CENTRE
        // own: black's discs, or all others; colour - 1 is none or all
        mov     esi, colour
        sub     own, 1
        and     own, occupied
        xor     own, black
        xor     opponent, own

        mov     cell, cell
        lea     rcx, [rip + SYMBOL(othello_packed6_squares)]
        movzx   eax, byte ptr [rcx + rdx - 4]
        // its row and its column count from 1
        mov     ecx, eax
        and     ecx, 7
        imul    ecx, ecx, 96
        shr     eax, 3
        imul    eax, eax, 96
        lea     edges_of_row, [rip + SYMBOL(othello_packed6_edges)]
        lea     edges_of_column, [edges_of_row + rcx - 96]
        lea     edges_of_row, [edges_of_row + rax - 96]
        shl     cell, 6
        lea     rax, [rip + SYMBOL(othello_packed6_axes)]
        lea     axes, [axes + rax - 4*64]
        .endm

        FUNCTION(othello_packed6_outflank_x64)
        POSITION
        OUTFLANKS
        ret
        END_FUNCTION(othello_packed6_outflank_x64)

        FUNCTION(othello_packed6_move_x64)
        SAVE    rbx
        SAVE    rbp
        lea     ebx, [rdx - 4]
        mov     ebp, colour
        POSITION
        FLIPS
        jz      1f

        // ecx: the discs of the centre that turn; eax: the others
        mov     rcx, flips
        shr     rcx, 14
        and     ecx, 3
        mov     rdx, flips
        shr     rdx, 18
        and     edx, 12
        or      ecx, edx
        mov     edx, eax
        and     edx, 0x3fff
        mov     r8, flips
        shr     r8, 2
        and     r8d, 0x3c000
        or      edx, r8d
        shr     flips, 4
        and     eax, -0x40000
        or      eax, edx
        PLAY    ebx, ebp
1:      RESTORE rbp
        RESTORE rbx
        ret
        END_FUNCTION(othello_packed6_move_x64)
