// A random freestyle game to its end. Tier X64, for all tiers.
//
//   uint32_t gomoku_playout_16_x64(struct playout16 *game)
//   uint32_t gomoku_playout_64_x64(struct playout64 *game)
//
// Entry    game: Playout16 or Playout64 of src/gomoku/single_game.rs, with boards up to 15x15 or 64x64: the stones' lines, no five
//          among them; the list of the empty points, not empty; the random numbers' counter; how many points the list holds; the
//          side to move.
// Result   the plies played, in the low 16 bits; above them 0 a draw, 1 black has won, 2 white. The game's counter has advanced
//          by the numbers drawn; its lines and list are used up.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags; keeps rbx, rbp, r12-r15 on the stack meanwhile. Writes nothing but the
//          game and that.
// Idea     A point is drawn from the list, and the list's last takes its place. A stone sets one bit in each of its four lines.
//          The lines of a small board fill one register together: bit 15 of each is free, so that shifts leak nothing into
//          fives, and one test serves four axes. Random numbers are SplitMix64, bounded as Random::below does it.
// Budget   16 bits: 15 to draw a number, 3 for the list, 28 to place, 14 to test: 60 a ply.

#include "abi.inc"

#define own         rsi         // the lines of the side to move
#define state       r8          // the random numbers' counter
#define empties     r9
#define empties32   r9d
#define gamma       r10         // the counter's step, and the two factors that mix it
#define factor1     r11
#define factor2     rbx
#define both        rbp         // the sum of the addresses of both sides' lines
#define row         rdx
#define column      rax
#define line        r12
#define lines       r13

        .macro  KEEP register
        push    \register
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \register, 0
        .endm

        .macro  RETURN register
        pop     \register
        .cfi_adjust_cfa_offset -8
        .cfi_restore \register
        .endm

// rdx = 64 random bits, the high 32 of them in rax, times empties: the point's number above its low half
        .macro  DRAW
        add     state, gamma
        mov     rdx, state
        shr     rdx, 30
        xor     rdx, state
        imul    rdx, factor1
        mov     rax, rdx
        shr     rax, 27
        xor     rdx, rax
        imul    rdx, factor2
        mov     rax, rdx
        shr     rax, 31
        xor     rax, rdx
        shr     rax, 32
        imul    rax, empties
        .endm

// a game whose list is at so many bytes, each side's lines taking `side`; `place` sets the bits of a stone on row and column,
// and leaves the zero flag clear when it makes five
        .macro  GAME side, list, place
        KEEP    rbx
        KEEP    rbp
        KEEP    r12
        KEEP    r13
        KEEP    r14
        KEEP    r15
        mov     state, [rdi + \list]
        mov     empties32, [rdi + \list + 8]
        mov     eax, [rdi + \list + 12]
        movabs  gamma, 0x9e3779b97f4a7c15
        movabs  factor1, 0xbf58476d1ce4e5b9
        movabs  factor2, 0x94d049bb133111eb
        imul    eax, eax, \side
        lea     own, [rdi + rax]
        lea     both, [rdi + rdi + \side]
        mov     r15d, empties32

        // each turn: one ply
1:      DRAW
        // of the 2^32 low halves the first (2^32 mod empties) are one too many; that number is below empties
        cmp     eax, empties32
        jb      5f
2:      shr     rax, 32
        dec     empties
        movzx   ecx, word ptr [rdi + 2*rax + \list + 16]
        movzx   edx, word ptr [rdi + 2*empties + \list + 16]
        mov     [rdi + 2*rax + \list + 16], dx
        movzx   edx, ch
        movzx   eax, cl
        \place
        jnz     3f
        sub     own, both
        neg     own
        test    empties, empties
        jnz     1b

        // the board is full
        xor     eax, eax
        jmp     4f
        // the side that has just moved wins: 1 for black, whose lines come first, 2 for white
3:      xor     eax, eax
        cmp     rdi, own
        adc     eax, 1
        shl     eax, 16
4:      sub     r15d, empties32
        or      eax, r15d
        mov     [rdi + \list], state
        RETURN  r15
        RETURN  r14
        RETURN  r13
        RETURN  r12
        RETURN  rbp
        RETURN  rbx
        ret

        // a low half below empties: drawn anew when below 2^32 mod empties too
5:      mov     r14, rax
        mov     eax, empties32
        neg     eax
        xor     edx, edx
        div     empties32
        mov     rax, r14
        cmp     eax, edx
        jae     2b
        jmp     1b
        .endm

// Lines of 16 bits: rows, columns, and diagonals of both kinds, 64 bytes each; lines: a bit for each beginning of a five
        .macro  PLACE_16
        movzx   r13d, word ptr [own + 2*row]
        movzx   r14d, word ptr [own + 2*column + 64]
        bts     r13d, eax
        bts     r14d, edx
        mov     [own + 2*row], r13w
        mov     [own + 2*column + 64], r14w
        shl     r14, 16
        or      lines, r14
        mov     rcx, row
        sub     rcx, column
        add     row, column
        movzx   r12d, word ptr [own + 2*rcx + 128 + 2*15]
        movzx   r14d, word ptr [own + 2*row + 192]
        bts     r12d, eax
        bts     r14d, eax
        mov     [own + 2*rcx + 128 + 2*15], r12w
        mov     [own + 2*row + 192], r14w
        shl     r14, 16
        or      line, r14
        shl     line, 32
        or      lines, line
        mov     rax, lines
        shr     rax, 1
        and     rax, lines
        mov     rcx, rax
        shr     rcx, 2
        and     rax, rcx
        shr     lines, 4
        test    rax, lines
        .endm

// lines: with the beginnings of fives in line
        .macro  FIVES
        mov     rcx, line
        shr     rcx, 1
        and     rcx, line
        mov     r14, rcx
        shr     r14, 2
        and     rcx, r14
        shr     line, 4
        and     line, rcx
        or      lines, line
        .endm

// the line at an address, with one more stone
        .macro  STONE bit, address:vararg
        mov     line, \address
        bts     line, \bit
        mov     \address, line
        FIVES
        .endm

// Lines of 64 bits, 1024 bytes for each kind
        .macro  PLACE_64
        xor     r13d, r13d
        STONE   column, [own + 8*row]
        STONE   row, [own + 8*column + 1024]
        sub     row, column
        STONE   column, [own + 8*row + 2048 + 8*64]
        lea     row, [row + 2*column]
        STONE   column, [own + 8*row + 3072]
        test    lines, lines
        .endm

        FUNCTION(gomoku_playout_16_x64)
        GAME    256, 512, PLACE_16
        END_FUNCTION(gomoku_playout_16_x64)

        FUNCTION(gomoku_playout_64_x64)
        GAME    4096, 8192, PLACE_64
        END_FUNCTION(gomoku_playout_64_x64)
