// Flips of many moves, and the positions after all moves of many boards. Tier Avx512. Contract and body of the flips:
// batch_flips.inc; contract of the children: batch_flips_avx2.S.
//
//   void othello_batch_flips_avx512(const uint64_t *own, const uint64_t *opponent, const uint8_t *squares, uint64_t *flips,
//                               size_t boards)
//   size_t othello_batch_children_avx512(const uint64_t *own, const uint64_t *opponent, const uint64_t *squares, size_t boards,
//                                  uint64_t *child_own, uint64_t *child_opponent)
//
// Changes  rax, rcx, rdx, rsi, rdi, r8-r11, zmm0-zmm17, k1, k2, flags; keeps rbx, r12, r13 on the stack. Reads the boards
//          and constants, writes the results and 128 bytes below the stack pointer.
// Budget   flips: 12 for a move and 9 for four, 14.3 a move; 3.6 cycles by four vector ports, 4.8 by three.
//          children: the flips, and 10 for four to keep and join what their boards hold, 16.8 a child; 5.6 cycles by three vector
//          ports. The list costs 7 a board and 2 a group of boards.

#include "abi.inc"
#include "vector/ternary.inc"

#define owns        ymm0        // own, once for each ray
#define opponents   ymm1        // opponent, once for each ray
#define end_up      ymm2        // the first square not the opponent's, if own stands there, on the rays to higher bits
#define end_down    ymm3        // and on the rays to lower bits
#define next        ymm4
#define ones        ymm5
#define top         ymm6        // the highest bit of each quadword

        CONSTANT(TOP, 8)
        .quad   0x8000000000000000
        END_CONSTANT(TOP)

// to = the flips of the square with these rays, in four parts
        .macro  FLIPS_OF to, rays:vararg
        // stops: the squares of each ray that are not the opponent's
        vpandn  end_up, opponents, [\rays]
        vpandn  end_down, opponents, [\rays + 32]
        // the first stop of each, where own stands there. Upwards: the bit that a - 1 clears
        vpaddq  next, end_up, ones
        vplzcntq end_down, end_down
        vpternlogq end_up, next, owns, AND_C_NOT_B
        vpsrlvq end_down, top, end_down
        vpand   end_down, end_down, owns
        // end_down: its ray's squares above the end, none without an end
        vpaddq  next, end_down, ones
        vpternlogq end_down, next, [\rays + 32], C_ALONE
        // the bits below the end upwards, none without an end: a mask costs one operation on every core, vpminuq two on some.
        // Then both
        vptestmq k2, end_up, end_up
        vpaddq  \to{k2}{z}, end_up, ones
        vpternlogq \to, end_down, [\rays], BOTH_OR_B
        .endm

        .macro  CONSTANTS
        vpbroadcastq top, [rip + TOP]
        vpcmpeqd ones, ones, ones
        .endm

#define TIER(name)      name##_avx512
#include "othello/batch_flips.inc"

// The children of a group of boards at a time. Their moves are first written into a list, then played four at a time, whatever
// boards they are on; so no branch depends on how many moves a board has.
#define sets        rdx
#define boards      rcx
#define child_own   r8
#define child_opponent r9
#undef  table
#define table       r10
#define board       r11         // the board of the next move, in the group
#define moves       rbx         // moves in the list; then those left, less four
#define group       r12         // boards in the group
#define move        r13         // the next move of the list
#define all_owns    ymm7        // own of each of four moves
#define all_opponents ymm14
#define bits        ymm15       // the squares of four moves
#define numbers     zmm12       // the bytes 0 to 63
#define listed      zmm13
#define unit        ymm16       // 1 in each quadword
#define first       zmm17       // FIRST in the lowest byte

// The list: a byte for each move's square, FIRST more for the first of each board, then zeros to its end; below the stack pointer,
// where a leaf may write. A board joins while there are not more than FULL, so that its 64 bytes have room.
#define LIST        rsp - 128
#define FULL        64
#define FIRST       0x80

        CONSTANT(NUMBERS, 64)
        .irp    row, 0, 8, 16, 24, 32, 40, 48, 56
        .byte   \row, \row + 1, \row + 2, \row + 3, \row + 4, \row + 5, \row + 6, \row + 7
        .endr
        END_CONSTANT(NUMBERS)

// to = the flips, in four parts, of the move at an index of the list; its board goes to its quadword of all_owns and all_opponents
        .macro  CHILD_AT index, to
        movzx   eax, byte ptr [move + \index]
        // FIRST goes to the carry
        add     al, al
        adc     board, 0
        shl     eax, 5
        vpbroadcastq owns, [own_boards + 8*board]
        vpbroadcastq opponents, [opponent_boards + 8*board]
        FLIPS_OF \to, rax + table
        .if     \index == 0
        vmovdqa all_owns, owns
        vmovdqa all_opponents, opponents
        .else
        vpblendd all_owns, all_owns, owns, 3 << (2*\index)
        vpblendd all_opponents, all_opponents, opponents, 3 << (2*\index)
        .endif
        .endm

// all_opponents, ymm8 = what the other sides see after the next four moves of the list
        .macro  FOUR_CHILDREN
        CHILD_AT 0, ymm8
        CHILD_AT 1, ymm9
        CHILD_AT 2, ymm10
        CHILD_AT 3, ymm11
        vpmovzxbq bits, [move]
        JOIN_FOUR
        // counts are taken modulo 64, without FIRST
        vprolvq bits, unit, bits
        vpandn  all_opponents, ymm8, all_opponents
        vpternlogq ymm8, all_owns, bits, ANY
        .endm

        FUNCTION(othello_batch_children_avx512)
        SAVE    rbx
        SAVE    r12
        SAVE    r13
        SAVE    r8
        lea     table, [rip + SYMBOL(othello_rays)]
        CONSTANTS
        vmovdqa64 numbers, [rip + NUMBERS]
        vpsrlq  unit, top, 63
        mov     eax, FIRST
        vmovd   xmm17, eax
        CUT(throughout, table)
        test    boards, boards
        jz      L(all_done)

        // each turn: a group of boards
L(next_group):
        CUT(group, own_boards, opponent_boards, sets, boards, child_own, child_opponent)
        xor     ebx, ebx
        xor     r12d, r12d
        // zeros for the end of the list: what a board of more than 61 moves writes may leave fewer behind it than four moves take
        vpxor   xmm13, xmm13, xmm13
        vmovdqu64 [LIST + FULL], listed

        // each turn: the moves on a board join the list. A board without moves ends it, or is a group by itself
L(next_board):
        CUT(board, group, moves)
        mov     rax, [sets + 8*group]
        popcnt  board, rax
        jz      L(no_moves)
        kmovq   k1, rax
        vpcompressb listed{k1}{z}, numbers
        CUT(squares, group, moves, board, listed)
        vporq   listed, listed, first
        vmovdqu64 [LIST + moves], listed
        add     moves, board
        inc     group
        cmp     group, boards
        je      L(list_done)
        cmp     moves, FULL
        jbe     L(next_board)

        // each turn: four moves of the list
L(list_done):
        CUT(list_done, group, moves)
        lea     move, [LIST]
        mov     board, -1
        sub     moves, 4
        jb      L(fewer_than_four_moves_left)
L(next_four_children):
        CUT(four_moves, group, moves, move, board)
        FOUR_CHILDREN
        vmovdqu [child_own], all_opponents
        vmovdqu [child_opponent], ymm8
        add     move, 4
        add     child_own, 32
        add     child_opponent, 32
        sub     moves, 4
        jae     L(next_four_children)

        // the moves left, fewer than four: those of k1
L(fewer_than_four_moves_left):
        CUT(last_moves, group, moves, move, board)
        add     moves, 4
        jz      L(group_done)
        mov     eax, -1
        bzhi    eax, eax, ebx
        kmovb   k1, eax
        FOUR_CHILDREN
        vmovdqu64 [child_own]{k1}, all_opponents
        vmovdqu64 [child_opponent]{k1}, ymm8
        lea     child_own, [child_own + 8*moves]
        lea     child_opponent, [child_opponent + 8*moves]

L(group_done):
        CUT(group_done, group)
        lea     own_boards, [own_boards + 8*group]
        lea     opponent_boards, [opponent_boards + 8*group]
        lea     sets, [sets + 8*group]
        sub     boards, group
        jnz     L(next_group)
L(all_done):
        mov     rax, child_own
        .cfi_remember_state
        RESTORE r8
        sub     rax, r8
        shr     rax, 3
        vzeroupper
        RESTORE r13
        RESTORE r12
        RESTORE rbx
        ret
        .cfi_restore_state

L(no_moves):
        test    group, group
        jnz     L(list_done)
        inc     group
        jmp     L(group_done)
        END_FUNCTION(othello_batch_children_avx512)
