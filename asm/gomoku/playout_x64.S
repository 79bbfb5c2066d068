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
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags; keeps rbx, rbp, r12-r15 on the stack. Writes only the game and that
//          stack.
// Idea     A point is drawn from the list, and the list's last takes its place. A stone sets one bit in each of its four lines.
//          The lines of a small board fill one register together: bit 15 of each is free, so that shifts leak nothing into
//          fives, and one test serves four axes. Random numbers are SplitMix64, bounded as Random::below does it.
// Budget   16 bits: 15 to draw a number, 3 for the list, 28 to place, 14 to test: 60 a ply.

#include "abi.inc"
#include "random/splitmix.inc"

#define own         rsi         // the lines of the side to move
#define counter     r8          // of the random numbers
#define empties     r9
#define empties32   r9d
#define counter_step r10        // and the two factors that mix it
#define factor1     r11
#define factor2     rbx
#define both        rbp         // the sum of the addresses of both sides' lines
#define row         rdx
#define column      rax
#define line        r12
#define lines       r13

// a game whose list is at byte `list`, where each side's lines take `side` bytes; `place` sets the bits of a stone on row and column,
// and leaves the zero flag clear when it makes five
        .macro  GAME side, list, place
        SAVE    rbx
        SAVE    rbp
        SAVE    r12
        SAVE    r13
        SAVE    r14
        SAVE    r15
        mov     counter, [rdi + \list]
        mov     empties32, [rdi + \list + 8]
        mov     eax, [rdi + \list + 12]
        movabs  counter_step, SPLITMIX_STEP
        movabs  factor1, SPLITMIX_FACTOR1
        movabs  factor2, SPLITMIX_FACTOR2
        imul    eax, eax, \side
        lea     own, [rdi + rax]
        lea     both, [rdi + rdi + \side]
        mov     r15d, empties32

        // each turn: one ply
L(next_ply_\side):
        SPLITMIX_BY counter, counter_step, factor1, factor2
        shr     rax, 32
        imul    rax, empties
        cmp     eax, empties32
        jb      L(low_half_below_empties_\side)
L(drawn_\side):
        shr     rax, 32
        dec     empties
        movzx   ecx, word ptr [rdi + 2*rax + \list + 16]
        movzx   edx, word ptr [rdi + 2*empties + \list + 16]
        mov     [rdi + 2*rax + \list + 16], dx
        movzx   edx, ch
        movzx   eax, cl
        \place
        jnz     L(five_\side)
        sub     own, both
        neg     own
        test    empties, empties
        jnz     L(next_ply_\side)

        // the board is full
        xor     eax, eax
        jmp     L(over_\side)
        // the side that has just moved wins: 1 for black, whose lines come first, 2 for white
L(five_\side):
        xor     eax, eax
        cmp     rdi, own
        adc     eax, 1
        shl     eax, 16
L(over_\side):
        sub     r15d, empties32
        or      eax, r15d
        mov     [rdi + \list], counter
        RESTORE r15
        RESTORE r14
        RESTORE r13
        RESTORE r12
        RESTORE rbp
        RESTORE rbx
        ret

        // drawn anew when below 2^32 mod empties too
L(low_half_below_empties_\side):
        mov     r14, rax
        LOW_HALVES_TOO_MANY empties32
        mov     rax, r14
        cmp     eax, edx
        jae     L(drawn_\side)
        jmp     L(next_ply_\side)
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
