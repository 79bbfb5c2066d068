// A random empty point in each game of a slab. Tier Avx2.
//
//   size_t gomoku_choose_avx2(const struct slab_game *games, size_t count, const uint64_t *numbers, uint16_t *actions)
//
// Entry    games: as in step.inc, each that is not over with 1 to 256 empty points, `left` of them. count: at least 1.
//          numbers: a random one for each game.
// Result   The index of the first game whose random number is rejected (one of the 2^64 mod left that would favour some points), or
//          count. actions: for each game before that, one of its empty points, all equally likely; 0xffff if the game is over.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, flags; keeps rbx, rbp, r12 on the stack. Writes the actions and that stack.
// Idea     The high half of number * left is k below left, each k equally likely but for the lowest low halves (Lemire 2019);
//          the k-th bit of four words is found by their counts, then by pdep.
// Budget   36 a game.

#include "abi.inc"
#include "gomoku/slab_game.inc"

#define games       rdi
#define count       rsi
#define numbers     r8
#define actions     rcx
#define index       r9
#define left        r10
#define left32      r10d
#define k           rdx
#define chunk       r11         // the word that holds the k-th bit
#define first       rbx         // the bits in the words before that
#define base        ebp         // the first action in it
#define bits        rax         // in the words so far
#define more        r12

// chunk, first, base: the word at `offset` if the bits before it are k or fewer
        .macro  WORD offset, spare
        cmp     k, bits
        cmovae  chunk, [games + EMPTY + \offset]
        cmovae  first, bits
        mov     \spare, 8*\offset
        cmovae  base, \spare
        .endm

        FUNCTION(gomoku_choose_avx2)
        SAVE    rbx
        SAVE    rbp
        SAVE    r12
        mov     numbers, rdx
        xor     r9d, r9d
L(next_game):
        CUT(game, games, numbers, index)
        mov     r12d, 0xffff
        cmp     byte ptr [games + OUTCOME], 0
        jne     L(action_known)
        movzx   left32, word ptr [games + LEFT]
        mov     rax, left
        mul     qword ptr [numbers + 8*index]
        cmp     rax, left
        jb      L(low_half_below_left)

L(number_is_fair):
        CUT(fair, games, numbers, index, k)
        mov     chunk, [games + EMPTY]
        popcnt  bits, chunk
        xor     ebx, ebx
        xor     ebp, ebp
        WORD    8, r12d
        popcnt  more, [games + EMPTY + 8]
        add     bits, more
        WORD    16, r12d
        popcnt  more, [games + EMPTY + 16]
        add     bits, more
        WORD    24, r12d
        sub     k, first
        mov     r12d, 1
        shlx    more, more, k
        pdep    more, more, chunk
        tzcnt   more, more
        add     r12d, base
L(action_known):
        mov     [actions + 2*index], r12w
        add     games, BYTES_OF_GAME
        inc     index
        cmp     index, count
        jb      L(next_game)
        jmp     L(stop)

        // a low half below left: not taken when below 2^64 mod left too
L(low_half_below_left):
        mov     r11, rax
        mov     rbx, rdx
        mov     rax, left
        neg     rax
        xor     edx, edx
        div     left
        cmp     r11, rdx
        mov     rdx, rbx
        jae     L(number_is_fair)
L(stop):
        mov     rax, index
        RESTORE r12
        RESTORE rbp
        RESTORE rbx
        ret
        END_FUNCTION(gomoku_choose_avx2)
