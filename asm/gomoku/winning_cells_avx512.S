// The empty points on which a stone makes five in a row, both colours. Tier Avx512.
//
//   void gomoku_winning_cells_{16,32,64}_avx512(const uint64_t *planes, uint32_t rows, uint64_t *black, uint64_t *white)
//
// Entry    planes: a board's planes as src/gomoku/planes.rs lays them out, in lanes of 16, 32 or 64 bits; any stones, not more
//          than one on a point. rows: 1 to what the lane's planes have room for (15, 32, 64). black, white: room for the rows'
//          lanes, rounded up to whole vectors of 64 bytes; any alignment.
// Result   at black and white: the empty points, in lanes as in the planes, where a stone of the colour is in a run of five or more.
// Changes  rax, rcx, rdx, rsi, rdi, r8-r10, zmm0-zmm23, flags. Reads the planes, writes the two sets.
// Idea     On each axis, with aN = "the next N cells are all stones" and bN the same before: a stone makes five when
//          a4, b1 a3, b2 a2, b3 a1 or b4. Shifts stay within a lane, and rows that the board does not have are empty. Lanes of
//          16 bits hold both colours in one register, black in the lower half.
// Budget   16 bits: 9 loads, 24 shifts, 44 logic, 2 stores: 39 cycles by two 512-bit ports, 24 by one for shifts.

#include "abi.inc"
#include "vector/ternary.inc"

#define planes      rdi
#define rows        esi
#define at          rax         // the block's first row of stones
#define empties     r8          // and of empty points
#define set         r9          // where the block's points go
#define left        r10d        // bytes of rows that are left
#define wins        zmm0        // where a stone makes five
#define stones      zmm1        // the block's own rows
#define after1      zmm2        // where the next cell of the axis is a stone, the next two, three, four
#define after2      zmm3
#define after3      zmm4
#define after4      zmm5
#define before1     zmm6        // and the cells before
#define before2     zmm7
#define before3     zmm8
#define before4     zmm9
#define below1      zmm16       // the rows around
#define below2      zmm17
#define below3      zmm18
#define below4      zmm19
#define above1      zmm20
#define above2      zmm21
#define above3      zmm22
#define above4      zmm23


// afterN, beforeN: the single cells, shifted into place from eight registers
        .macro  SHIFTED lane, onward, back, d1, d2, d3, d4, u1, u2, u3, u4
        \onward\lane after1, \d1, 1
        \onward\lane after2, \d2, 2
        \onward\lane after3, \d3, 3
        \onward\lane after4, \d4, 4
        \back\lane before1, \u1, 1
        \back\lane before2, \u2, 2
        \back\lane before3, \u3, 3
        \back\lane before4, \u4, 4
        .endm

// wins: with those of one axis, whose single cells are given
        .macro  AXIS a1, a2, a3, a4, b1, b2, b3, b4
        vpandq  after2, \a2, \a1
        vpandq  before2, \b2, \b1
        vpandq  after3, \a3, after2
        vpandq  before3, \b3, before2
        vpandq  after4, \a4, after3
        vpandq  before4, \b4, before3
        vpternlogq wins, \b1, after3, OR_BOTH
        vpternlogq wins, before2, after2, OR_BOTH
        vpternlogq wins, before3, \a1, OR_BOTH
        vpternlogq wins, after4, before4, ANY
        .endm

        .macro  WINS lane, size
        vmovdqu64 stones, [at]
        vpxor   xmm0, xmm0, xmm0
        vmovdqu64 below1, [at + \size]
        vmovdqu64 below2, [at + 2*\size]
        vmovdqu64 below3, [at + 3*\size]
        vmovdqu64 below4, [at + 4*\size]
        vmovdqu64 above1, [at - \size]
        vmovdqu64 above2, [at - 2*\size]
        vmovdqu64 above3, [at - 3*\size]
        vmovdqu64 above4, [at - 4*\size]

        // along the row, down the column, down to the right, down to the left
        SHIFTED \lane, vpsrl, vpsll, stones, stones, stones, stones, stones, stones, stones, stones
        AXIS    after1, after2, after3, after4, before1, before2, before3, before4
        AXIS    below1, below2, below3, below4, above1, above2, above3, above4
        SHIFTED \lane, vpsrl, vpsll, below1, below2, below3, below4, above1, above2, above3, above4
        AXIS    after1, after2, after3, after4, before1, before2, before3, before4
        SHIFTED \lane, vpsll, vpsrl, below1, below2, below3, below4, above1, above2, above3, above4
        AXIS    after1, after2, after3, after4, before1, before2, before3, before4
        .endm

        FUNCTION(gomoku_winning_cells_16_avx512)
        lea     at, [planes + 64]
        WINS    w, 2
        vbroadcasti64x4 stones, [planes + 192]
        vpandq  wins, wins, stones
        vmovdqu ymmword ptr [rdx], ymm0
        vextracti64x4 [rcx], wins, 1
        vzeroupper
        ret
        END_FUNCTION(gomoku_winning_cells_16_avx512)

// the winning cells of the plane at byte `plane`
        .macro  PLANE lane, size, plane, empty
        lea     at, [planes + \plane]
        lea     empties, [planes + \empty]
        mov     left, rows
1:      WINS    \lane, \size
        vpandq  wins, wins, [empties]
        vmovdqu64 [set], wins
        add     at, 64
        add     empties, 64
        add     set, 64
        sub     left, 64
        ja      1b
        .endm

        .macro  BOTH lane, size, white, empty
        imul    rows, rows, \size
        mov     set, rdx
        PLANE   \lane, \size, 64, \empty
        mov     set, rcx
        PLANE   \lane, \size, \white, \empty
        vzeroupper
        ret
        .endm

        FUNCTION(gomoku_winning_cells_32_avx512)
        BOTH    d, 4, 256, 448
        END_FUNCTION(gomoku_winning_cells_32_avx512)

        FUNCTION(gomoku_winning_cells_64_avx512)
        BOTH    q, 8, 640, 1216
        END_FUNCTION(gomoku_winning_cells_64_avx512)
