// The 6x6 state of the founding document: its outflank and move, walking its line tables. Tier X64.
//
//   uint32_t othello_packed6_outflank_x64(const struct packed6 *state, uint32_t colour, uint32_t cell)
//   uint64_t othello_packed6_move_x64(struct packed6 *state, uint32_t colour, uint32_t cell)
//
//   struct packed6 { uint8_t t; uint32_t free; uint32_t pos; }      at bytes 0, 4, 8; 12 in all
//
// The cells, the four of the centre first:        t     bit c, for c = 0..3: cell c is black, else white
//      4  5  6  7  8  9                           free  bit c - 4, for c = 4..35: cell c is OCCUPIED (the document's name)
//     10 11 12 13 14 15                           pos   bit c - 4, for c = 4..35: cell c is black; only where occupied
//     16 17  0  1 18 19
//     20 21  2  3 22 23
//     24 25 26 27 28 29
//     30 31 32 33 34 35
//
// Entry    any state with pos & ~free = 0; the high four bits of t do not matter. colour: 1 = black, 0 = white.
//          4 <= cell <= 35; what stands on it does not matter.
// Result   outflank: 1 if, on at least one of the eight rays from cell, one or more discs of the other colour are followed
//          by one of this colour; else 0.
//          move: the enclosed discs take the colour, and a disc of the colour stands on cell; returns the cells that
//          turned, bit = cell.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags. move writes the state and nothing else, and leaves the high bits of t.
// Idea     A line is a list of cells ended by -1; 8 bytes, and the byte before each is -1 too. From the cell's place in it,
//          walk forward, then back, while the other colour stands there. Colours are 36-bit sets by cell number; the end
//          -1 asks for bit 63 of them, which is never set, and so stops a walk like an empty cell.

#include "abi.inc"

#define state       rdi
#define colour      esi
#define cell        edx
#define own         r8          // the cells of the colour
#define other       r9          // the cells of the other colour
#define line        r10         // the line table's entry for the cell
#define at          r11         // the place in the line
#define found       rax         // the cells enclosed on the rays done
#define here        rcx         // the cell at that place
#define run         rsi         // the cells of the other colour met on this ray (colour is no longer needed)

        RODATA
        .balign 8
        .byte   -1, -1, -1, -1, -1, -1, -1, -1
LINES:
        // rows, left to right
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 4
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 5
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 6
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 7
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 8
        .byte    4,  5,  6,  7,  8,  9, -1, -1      // cell 9
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 10
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 11
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 12
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 13
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 14
        .byte   10, 11, 12, 13, 14, 15, -1, -1      // cell 15
        .byte   16, 17,  0,  1, 18, 19, -1, -1      // cell 16
        .byte   16, 17,  0,  1, 18, 19, -1, -1      // cell 17
        .byte   16, 17,  0,  1, 18, 19, -1, -1      // cell 18
        .byte   16, 17,  0,  1, 18, 19, -1, -1      // cell 19
        .byte   20, 21,  2,  3, 22, 23, -1, -1      // cell 20
        .byte   20, 21,  2,  3, 22, 23, -1, -1      // cell 21
        .byte   20, 21,  2,  3, 22, 23, -1, -1      // cell 22
        .byte   20, 21,  2,  3, 22, 23, -1, -1      // cell 23
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 24
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 25
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 26
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 27
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 28
        .byte   24, 25, 26, 27, 28, 29, -1, -1      // cell 29
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 30
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 31
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 32
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 33
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 34
        .byte   30, 31, 32, 33, 34, 35, -1, -1      // cell 35
        // columns, top to bottom
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 4
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 5
        .byte    6, 12,  0,  2, 26, 32, -1, -1      // cell 6
        .byte    7, 13,  1,  3, 27, 33, -1, -1      // cell 7
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 8
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 9
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 10
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 11
        .byte    6, 12,  0,  2, 26, 32, -1, -1      // cell 12
        .byte    7, 13,  1,  3, 27, 33, -1, -1      // cell 13
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 14
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 15
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 16
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 17
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 18
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 19
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 20
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 21
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 22
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 23
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 24
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 25
        .byte    6, 12,  0,  2, 26, 32, -1, -1      // cell 26
        .byte    7, 13,  1,  3, 27, 33, -1, -1      // cell 27
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 28
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 29
        .byte    4, 10, 16, 20, 24, 30, -1, -1      // cell 30
        .byte    5, 11, 17, 21, 25, 31, -1, -1      // cell 31
        .byte    6, 12,  0,  2, 26, 32, -1, -1      // cell 32
        .byte    7, 13,  1,  3, 27, 33, -1, -1      // cell 33
        .byte    8, 14, 18, 22, 28, 34, -1, -1      // cell 34
        .byte    9, 15, 19, 23, 29, 35, -1, -1      // cell 35
        // diagonals down to the right
        .byte    4, 11,  0,  3, 28, 35, -1, -1      // cell 4
        .byte    5, 12,  1, 22, 29, -1, -1, -1      // cell 5
        .byte    6, 13, 18, 23, -1, -1, -1, -1      // cell 6
        .byte    7, 14, 19, -1, -1, -1, -1, -1      // cell 7
        .byte    8, 15, -1, -1, -1, -1, -1, -1      // cell 8
        .byte    9, -1, -1, -1, -1, -1, -1, -1      // cell 9
        .byte   10, 17,  2, 27, 34, -1, -1, -1      // cell 10
        .byte    4, 11,  0,  3, 28, 35, -1, -1      // cell 11
        .byte    5, 12,  1, 22, 29, -1, -1, -1      // cell 12
        .byte    6, 13, 18, 23, -1, -1, -1, -1      // cell 13
        .byte    7, 14, 19, -1, -1, -1, -1, -1      // cell 14
        .byte    8, 15, -1, -1, -1, -1, -1, -1      // cell 15
        .byte   16, 21, 26, 33, -1, -1, -1, -1      // cell 16
        .byte   10, 17,  2, 27, 34, -1, -1, -1      // cell 17
        .byte    6, 13, 18, 23, -1, -1, -1, -1      // cell 18
        .byte    7, 14, 19, -1, -1, -1, -1, -1      // cell 19
        .byte   20, 25, 32, -1, -1, -1, -1, -1      // cell 20
        .byte   16, 21, 26, 33, -1, -1, -1, -1      // cell 21
        .byte    5, 12,  1, 22, 29, -1, -1, -1      // cell 22
        .byte    6, 13, 18, 23, -1, -1, -1, -1      // cell 23
        .byte   24, 31, -1, -1, -1, -1, -1, -1      // cell 24
        .byte   20, 25, 32, -1, -1, -1, -1, -1      // cell 25
        .byte   16, 21, 26, 33, -1, -1, -1, -1      // cell 26
        .byte   10, 17,  2, 27, 34, -1, -1, -1      // cell 27
        .byte    4, 11,  0,  3, 28, 35, -1, -1      // cell 28
        .byte    5, 12,  1, 22, 29, -1, -1, -1      // cell 29
        .byte   30, -1, -1, -1, -1, -1, -1, -1      // cell 30
        .byte   24, 31, -1, -1, -1, -1, -1, -1      // cell 31
        .byte   20, 25, 32, -1, -1, -1, -1, -1      // cell 32
        .byte   16, 21, 26, 33, -1, -1, -1, -1      // cell 33
        .byte   10, 17,  2, 27, 34, -1, -1, -1      // cell 34
        .byte    4, 11,  0,  3, 28, 35, -1, -1      // cell 35
        // diagonals down to the left
        .byte    4, -1, -1, -1, -1, -1, -1, -1      // cell 4
        .byte    5, 10, -1, -1, -1, -1, -1, -1      // cell 5
        .byte    6, 11, 16, -1, -1, -1, -1, -1      // cell 6
        .byte    7, 12, 17, 20, -1, -1, -1, -1      // cell 7
        .byte    8, 13,  0, 21, 24, -1, -1, -1      // cell 8
        .byte    9, 14,  1,  2, 25, 30, -1, -1      // cell 9
        .byte    5, 10, -1, -1, -1, -1, -1, -1      // cell 10
        .byte    6, 11, 16, -1, -1, -1, -1, -1      // cell 11
        .byte    7, 12, 17, 20, -1, -1, -1, -1      // cell 12
        .byte    8, 13,  0, 21, 24, -1, -1, -1      // cell 13
        .byte    9, 14,  1,  2, 25, 30, -1, -1      // cell 14
        .byte   15, 18,  3, 26, 31, -1, -1, -1      // cell 15
        .byte    6, 11, 16, -1, -1, -1, -1, -1      // cell 16
        .byte    7, 12, 17, 20, -1, -1, -1, -1      // cell 17
        .byte   15, 18,  3, 26, 31, -1, -1, -1      // cell 18
        .byte   19, 22, 27, 32, -1, -1, -1, -1      // cell 19
        .byte    7, 12, 17, 20, -1, -1, -1, -1      // cell 20
        .byte    8, 13,  0, 21, 24, -1, -1, -1      // cell 21
        .byte   19, 22, 27, 32, -1, -1, -1, -1      // cell 22
        .byte   23, 28, 33, -1, -1, -1, -1, -1      // cell 23
        .byte    8, 13,  0, 21, 24, -1, -1, -1      // cell 24
        .byte    9, 14,  1,  2, 25, 30, -1, -1      // cell 25
        .byte   15, 18,  3, 26, 31, -1, -1, -1      // cell 26
        .byte   19, 22, 27, 32, -1, -1, -1, -1      // cell 27
        .byte   23, 28, 33, -1, -1, -1, -1, -1      // cell 28
        .byte   29, 34, -1, -1, -1, -1, -1, -1      // cell 29
        .byte    9, 14,  1,  2, 25, 30, -1, -1      // cell 30
        .byte   15, 18,  3, 26, 31, -1, -1, -1      // cell 31
        .byte   19, 22, 27, 32, -1, -1, -1, -1      // cell 32
        .byte   23, 28, 33, -1, -1, -1, -1, -1      // cell 33
        .byte   29, 34, -1, -1, -1, -1, -1, -1      // cell 34
        .byte   35, -1, -1, -1, -1, -1, -1, -1      // cell 35

// own, other: the state as sets of cells
        .macro  SETS
        mov     eax, [state + 4]
        mov     r8d, [state + 8]
        shl     rax, 4
        shl     r8, 4
        or      rax, 15
        movzx   ecx, byte ptr [state]
        and     ecx, 15
        or      r8, rcx
        // r8: black, r9: white
        mov     r9, rax
        xor     r9, r8
        test    colour, colour
        mov     rax, r8
        cmovz   r8, r9
        cmovz   r9, rax
        .endm

// at: the cell's place in the line
        .macro  FIND_CELL
        lea     at, [line - 1]
1:      inc     at
        cmp     byte ptr [at], dl
        jne     1b
        .endm

// Walk from the cell by `way` (+1 or -1) while the other colour stands there.
// here: the cell that stopped the walk; run: the cells met before it
        .macro  WALK way
        xor     esi, esi
L(step_\@):
        add     at, \way
        movsx   here, byte ptr [at]
        bt      other, here
        jnc     L(stopped_\@)
        bts     run, here
        jmp     L(step_\@)
L(stopped_\@):
        .endm

// found |= run, if an own disc stopped the walk
        .macro  ENCLOSE
        bt      own, here
        jnc     1f
        or      found, run
1:
        .endm

// found: the cells that the colour encloses from the cell
        .macro  ENCLOSED kernel
        SETS
        lea     line, [rip + LINES]
        lea     line, [line + 8*rdx - 32]
        xor     eax, eax
        mov     edi, 4

        // each turn: rows, columns, and the diagonals of both kinds
L(next_line_\kernel):
        FIND_CELL
        WALK    1
        ENCLOSE
        FIND_CELL
        WALK    -1
        ENCLOSE
        add     line, 256
        dec     edi
        jnz     L(next_line_\kernel)
        .endm

        FUNCTION(othello_packed6_outflank_x64)
        mov     edx, cell
        ENCLOSED outflank
        xor     edx, edx
        test    found, found
        setnz   dl
        mov     eax, edx
        ret
        END_FUNCTION(othello_packed6_outflank_x64)

        FUNCTION(othello_packed6_move_x64)
        mov     edx, cell
        push    rdi
        .cfi_adjust_cfa_offset 8
        push    rsi
        .cfi_adjust_cfa_offset 8
        ENCLOSED move
        pop     rsi
        .cfi_adjust_cfa_offset -8
        pop     rdi
        .cfi_adjust_cfa_offset -8

        // r8: the cell and the cells that turn
        mov     r8, found
        bts     r8, rdx
        // the cell is occupied
        mov     r9, r8
        shr     r9, 4
        or      [state + 4], r9d
        // black gains them, or loses them
        mov     r10d, r8d
        and     r10d, 15
        test    colour, colour
        jz      2f
        or      [state], r10b
        or      [state + 8], r9d
        ret
2:      not     r10d
        not     r9d
        and     [state], r10b
        and     [state + 8], r9d
        ret
        END_FUNCTION(othello_packed6_move_x64)
