//! The instructions that have semantics, by the decoder's exact code.
//!
//! One mnemonic has several forms, and some do more than others: `ret 8`, `push ax`, a mask of
//! elements of another width. So each form that kernels use is listed here once its semantics are
//! written, and all others are refused.

use iced_x86::{Code, Instruction, Register};

/// Whether an instruction has semantics.
pub(super) fn is_accepted(instruction: &Instruction) -> bool {
    match instruction.op_mask() {
        Register::None => is_accepted_plain(instruction.code()),
        _ => is_accepted_masked(instruction.code()),
    }
}

#[rustfmt::skip]
fn is_accepted_plain(code: Code) -> bool {
    use Code::*;
    matches!(
        code,
            Adc_rm64_imm8 | Add_RAX_imm32 | Add_r16_rm16 | Add_r64_rm64 | Add_rm32_imm8 | Add_rm32_r32
            | Add_rm64_imm32 | Add_rm64_imm8 | Add_rm64_r64 | Add_rm8_r8 | And_EAX_imm32 | And_RAX_imm32
            | And_r32_rm32 | And_r64_rm64 | And_rm32_imm32 | And_rm32_imm8 | And_rm32_r32 | And_rm64_imm8
            | And_rm64_r64 | Bsf_r64_rm64 | Bswap_r64 | Bt_rm64_r64 | Btr_rm64_r64 | Bts_rm32_r32 | Bts_rm64_r64
            | Cmova_r32_rm32 | Cmova_r64_rm64 | Cmovae_r32_rm32 | Cmovae_r64_rm64 | Cmovb_r32_rm32 | Cmovb_r64_rm64
            | Cmove_r32_rm32 | Cmove_r64_rm64 | Cmovg_r32_rm32 | Cmovl_r32_rm32 | Cmovle_r32_rm32 | Cmovne_r32_rm32 | Cmovne_r64_rm64
            | Cmp_EAX_imm32 | Cmp_r32_rm32 | Cmp_r64_rm64 | Cmp_rm16_imm8 | Cmp_rm32_imm32 | Cmp_rm32_imm8
            | Cmp_rm32_r32 | Cmp_rm64_imm32 | Cmp_rm64_imm8 | Cmp_rm64_r64 | Cmp_rm8_imm8 | Dec_rm16 | Dec_rm32
            | Dec_rm64 | Div_rm32 | Div_rm64 | EVEX_Valignd_ymm_k1z_ymm_ymmm256b32_imm8
            | EVEX_Vbroadcasti64x2_zmm_k1z_m128 | EVEX_Vbroadcasti64x4_zmm_k1z_m256
            | EVEX_Vextracti32x4_xmmm128_k1z_zmm_imm8 | EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8
            | EVEX_Vgf2p8affineqb_zmm_k1z_zmm_zmmm512b64_imm8 | EVEX_Vinserti32x4_ymm_k1z_ymm_xmmm128_imm8
            | EVEX_Vinserti64x4_zmm_k1z_zmm_ymmm256_imm8 | EVEX_Vmovd_xmm_rm32 | EVEX_Vmovdqa64_ymm_k1z_ymmm256
            | EVEX_Vmovdqa64_zmm_k1z_zmmm512 | EVEX_Vmovdqa64_zmmm512_k1z_zmm | EVEX_Vmovdqu64_xmm_k1z_xmmm128
            | EVEX_Vmovdqu64_ymm_k1z_ymmm256 | EVEX_Vmovdqu64_ymmm256_k1z_ymm | EVEX_Vmovdqu64_zmm_k1z_zmmm512
            | EVEX_Vmovdqu64_zmmm512_k1z_zmm | EVEX_Vpaddb_zmm_k1z_zmm_zmmm512 | EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64
            | EVEX_Vpaddw_zmm_k1z_zmm_zmmm512 | EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64
            | EVEX_Vpandq_xmm_k1z_xmm_xmmm128b64 | EVEX_Vpandq_ymm_k1z_ymm_ymmm256b64
            | EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64 | EVEX_Vpbroadcastb_ymm_k1z_r32 | EVEX_Vpbroadcastb_zmm_k1z_r32
            | EVEX_Vpbroadcastq_ymm_k1z_r64 | EVEX_Vpbroadcastq_zmm_k1z_r64 | EVEX_Vpbroadcastq_zmm_k1z_xmmm64
            | EVEX_Vpbroadcastw_zmm_k1z_r32 | EVEX_Vpcmpeqw_kr_k1_zmm_zmmm512 | EVEX_Vpcmpgtw_kr_k1_zmm_zmmm512
            | EVEX_Vpcmpw_kr_k1_zmm_zmmm512_imm8 | EVEX_Vpermw_ymm_k1z_ymm_ymmm256 | EVEX_Vplzcntq_ymm_k1z_ymmm256b64
            | EVEX_Vpermb_zmm_k1z_zmm_zmmm512 | EVEX_Vpmaddubsw_zmm_k1z_zmm_zmmm512
            | EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512 | EVEX_Vpminsw_zmm_k1z_zmm_zmmm512 | EVEX_Vpmullw_zmm_k1z_zmm_zmmm512
            | EVEX_Vpminuq_ymm_k1z_ymm_ymmm256b64 | EVEX_Vpmovm2w_zmm_kr | EVEX_Vpmovqb_xmmm64_k1z_zmm
            | EVEX_Vpmultishiftqb_zmm_k1z_zmm_zmmm512b64 | EVEX_Vpopcntq_zmm_k1z_zmmm512b64
            | EVEX_Vporq_xmm_k1z_xmm_xmmm128b64 | EVEX_Vporq_ymm_k1z_ymm_ymmm256b64
            | EVEX_Vporq_zmm_k1z_zmm_zmmm512b64 | EVEX_Vprolq_zmm_k1z_zmmm512b64_imm8
            | EVEX_Vprolvq_ymm_k1z_ymm_ymmm256b64 | EVEX_Vpshufb_zmm_k1z_zmm_zmmm512
            | EVEX_Vpshufd_zmm_k1z_zmmm512b32_imm8 | EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8
            | EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8 | EVEX_Vpsllvq_ymm_k1z_ymm_ymmm256b64
            | EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64 | EVEX_Vpsllw_ymm_k1z_ymmm256_imm8
            | EVEX_Vpsllw_zmm_k1z_zmmm512_imm8 | EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8
            | EVEX_Vpsrlq_ymm_k1z_ymmm256b64_imm8 | EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8
            | EVEX_Vpsrlvq_ymm_k1z_ymm_ymmm256b64 | EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64
            | EVEX_Vpsrlw_ymm_k1z_ymmm256_imm8 | EVEX_Vpsrlw_zmm_k1z_zmmm512_imm8 | EVEX_Vpsubb_zmm_k1z_zmm_zmmm512
            | EVEX_Vpsubw_zmm_k1z_zmm_zmmm512 | EVEX_Vpternlogq_xmm_k1z_xmm_xmmm128b64_imm8
            | EVEX_Vpternlogq_ymm_k1z_ymm_ymmm256b64_imm8 | EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8
            | EVEX_Vptestmd_kr_k1_zmm_zmmm512b32 | EVEX_Vptestmq_kr_k1_ymm_ymmm256b64
            | EVEX_Vptestmq_kr_k1_zmm_zmmm512b64 | EVEX_Vptestmw_kr_k1_zmm_zmmm512
            | EVEX_Vpxorq_ymm_k1z_ymm_ymmm256b64 | EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64 | Endbr64 | Imul_r32_rm32
            | Imul_r32_rm32_imm32 | Imul_r32_rm32_imm8 | Imul_r64_rm64 | Imul_r64_rm64_imm32 | Inc_rm32 | Inc_rm64
            | Ja_rel32_64 | Ja_rel8_64 | Jae_rel32_64 | Jae_rel8_64 | Jb_rel32_64 | Jb_rel8_64 | Jbe_rel32_64
            | Jbe_rel8_64 | Je_rel32_64 | Je_rel8_64 | Jg_rel32_64 | Jg_rel8_64 | Jge_rel8_64 | Jle_rel32_64
            | Jle_rel8_64 | Jmp_rel32_64 | Jmp_rel8_64 | Jne_rel32_64 | Jne_rel8_64 | Js_rel32_64 | Lea_r32_m
            | Lea_r64_m | Mov_r32_imm32 | Mov_r32_rm32 | Mov_r64_imm64 | Mov_r64_rm64 | Mov_rm16_r16 | Mov_rm32_imm32
            | Mov_rm32_r32 | Mov_rm64_imm32 | Mov_rm64_r64 | Mov_rm8_imm8 | Mov_rm8_r8 | Movd_rm32_xmm | Movd_xmm_rm32
            | Movdqa_xmm_xmmm128 | Movdqa_xmmm128_xmm | Movdqu_xmm_xmmm128 | Movdqu_xmmm128_xmm | Movhps_xmm_m64
            | Movq_rm64_xmm | Movq_xmm_rm64 | Movq_xmm_xmmm64 | Movq_xmmm64_xmm | Movsx_r32_rm8 | Movsx_r64_rm8
            | Movzx_r32_rm16 | Movzx_r32_rm8 | Movzx_r64_rm8 | Mul_rm64 | Neg_rm32 | Neg_rm64 | Nop_rm16 | Nop_rm32
            | Nopd | Nopw | Not_rm32 | Not_rm64 | Or_r64_rm64 | Or_rm32_imm8 | Or_rm32_r32 | Or_rm64_imm32
            | Or_rm64_imm8 | Or_rm64_r64 | Packssdw_xmm_xmmm128 | Packsswb_xmm_xmmm128 | Paddw_xmm_xmmm128
            | Pand_xmm_xmmm128 | Pandn_xmm_xmmm128 | Pcmpeqb_xmm_xmmm128 | Pcmpeqd_xmm_xmmm128 | Pcmpeqw_xmm_xmmm128
            | Pcmpgtw_xmm_xmmm128 | Pmaxsw_xmm_xmmm128 | Pminsw_xmm_xmmm128 | Pmovmskb_r32_xmm | Pop_r64
            | Popcnt_r64_rm64 | Por_xmm_xmmm128 | Prefetcht0_m8 | Pshufd_xmm_xmmm128_imm8 | Pshuflw_xmm_xmmm128_imm8
            | Pslld_xmm_imm8 | Psllq_xmm_imm8 | Psllq_xmm_xmmm128 | Psllw_xmm_imm8 | Psrld_xmm_imm8 | Psrldq_xmm_imm8
            | Psrlq_xmm_imm8 | Psrlw_xmm_imm8 | Psubw_xmm_xmmm128 | Punpckhqdq_xmm_xmmm128 | Punpcklbw_xmm_xmmm128
            | Punpcklqdq_xmm_xmmm128 | Punpcklwd_xmm_xmmm128 | Push_r64 | Pxor_xmm_xmmm128 | Retnq | Sar_rm32_imm8
            | Sbb_rm32_r32 | Sbb_rm64_imm8 | Sbb_rm64_r64 | Sete_rm8 | Setne_rm8 | Shl_rm32_imm8
            | Shl_rm64_imm8 | Shr_rm32_1 | Shr_rm32_imm8 | Shr_rm64_1 | Shr_rm64_imm8 | Shufps_xmm_xmmm128_imm8
            | Sub_RAX_imm32 | Sub_r32_rm32 | Sub_rm32_imm8 | Sub_rm32_r32 | Sub_rm64_imm32 | Sub_rm64_imm8
            | Sub_rm64_r64 | Test_rm32_imm32 | Test_rm32_r32 | Test_rm64_imm32 | Test_rm64_r64 | Test_rm8_r8
            | Tzcnt_r32_rm32 | Tzcnt_r64_rm64 | VEX_Andn_r64_r64_rm64 | VEX_Blsi_r64_rm64 | VEX_Blsr_r32_rm32
            | VEX_Blsr_r64_rm64 | VEX_Bzhi_r32_rm32_r32 | VEX_Bzhi_r64_rm64_r64 | VEX_Kandb_kr_kr_kr | VEX_Kmovb_kr_r32
            | VEX_Kmovd_kr_r32 | VEX_Kmovd_r32_kr | VEX_Kmovq_kr_r64 | VEX_Kortestb_kr_kr | VEX_Kortestw_kr_kr
            | VEX_Kunpckbw_kr_kr_kr | VEX_Kunpckwd_kr_kr_kr | VEX_Kxnorb_kr_kr_kr | VEX_Pdep_r64_r64_rm64
            | VEX_Pext_r64_r64_rm64 | VEX_Rorx_r64_rm64_imm8
            | VEX_Shlx_r64_rm64_r64 | VEX_Vblendvpd_ymm_ymm_ymmm256_ymm | VEX_Vbroadcasti128_ymm_m128
            | VEX_Vextracti128_xmmm128_ymm_imm8 | VEX_Vinserti128_ymm_ymm_xmmm128_imm8 | VEX_Vmovd_rm32_xmm
            | VEX_Vmovd_xmm_rm32 | VEX_Vmovdqa_xmm_xmmm128 | VEX_Vmovdqa_xmmm128_xmm | VEX_Vmovdqa_ymm_ymmm256
            | VEX_Vmovdqa_ymmm256_ymm | VEX_Vmovdqu_xmm_xmmm128 | VEX_Vmovdqu_xmmm128_xmm | VEX_Vmovdqu_ymm_ymmm256
            | VEX_Vmovdqu_ymmm256_ymm | VEX_Vmovhps_xmm_xmm_m64 | VEX_Vmovmskpd_r32_ymm | VEX_Vmovmskps_r32_ymm
            | VEX_Vmovq_rm64_xmm | VEX_Vmovq_xmm_rm64 | VEX_Vmovq_xmm_xmmm64 | VEX_Vmovq_xmmm64_xmm
            | VEX_Vpackssdw_xmm_xmm_xmmm128 | VEX_Vpackssdw_ymm_ymm_ymmm256 | VEX_Vpacksswb_ymm_ymm_ymmm256
            | VEX_Vpaddb_ymm_ymm_ymmm256 | VEX_Vpaddd_xmm_xmm_xmmm128 | VEX_Vpaddd_ymm_ymm_ymmm256
            | VEX_Vpaddq_xmm_xmm_xmmm128 | VEX_Vpaddq_ymm_ymm_ymmm256 | VEX_Vpaddw_ymm_ymm_ymmm256
            | VEX_Vpand_xmm_xmm_xmmm128 | VEX_Vpand_ymm_ymm_ymmm256 | VEX_Vpandn_xmm_xmm_xmmm128
            | VEX_Vpandn_ymm_ymm_ymmm256 | VEX_Vpblendd_xmm_xmm_xmmm128_imm8 | VEX_Vpblendd_ymm_ymm_ymmm256_imm8
            | VEX_Vpblendvb_ymm_ymm_ymmm256_ymm | VEX_Vpbroadcastb_ymm_xmmm8 | VEX_Vpbroadcastd_ymm_xmmm32
            | VEX_Vpbroadcastq_xmm_xmmm64 | VEX_Vpbroadcastq_ymm_xmmm64 | VEX_Vpbroadcastw_xmm_xmmm16
            | VEX_Vpbroadcastw_ymm_xmmm16 | VEX_Vpcmpeqb_ymm_ymm_ymmm256 | VEX_Vpcmpeqd_xmm_xmm_xmmm128
            | VEX_Vpcmpeqd_ymm_ymm_ymmm256 | VEX_Vpcmpeqq_xmm_xmm_xmmm128 | VEX_Vpcmpeqq_ymm_ymm_ymmm256
            | VEX_Vpcmpeqw_xmm_xmm_xmmm128 | VEX_Vpcmpeqw_ymm_ymm_ymmm256 | VEX_Vpcmpgtb_ymm_ymm_ymmm256
            | VEX_Vpcmpgtd_ymm_ymm_ymmm256 | VEX_Vpcmpgtw_ymm_ymm_ymmm256 | VEX_Vperm2i128_ymm_ymm_ymmm256_imm8
            | VEX_Vpermd_ymm_ymm_ymmm256 | VEX_Vpermq_ymm_ymmm256_imm8 | VEX_Vpextrb_r32m8_xmm_imm8
            | VEX_Vpextrd_rm32_xmm_imm8 | VEX_Vpextrq_rm64_xmm_imm8 | VEX_Vpextrw_r32m16_xmm_imm8
            | VEX_Vphminposuw_xmm_xmmm128 | VEX_Vpinsrd_xmm_xmm_rm32_imm8 | VEX_Vpinsrw_xmm_xmm_r32m16_imm8
            | VEX_Vpmaddubsw_ymm_ymm_ymmm256 | VEX_Vpmaddwd_ymm_ymm_ymmm256 | VEX_Vpmaskmovq_m256_ymm_ymm
            | VEX_Vpmaskmovq_ymm_ymm_m256 | VEX_Vpmaxsw_ymm_ymm_ymmm256 | VEX_Vpminsw_ymm_ymm_ymmm256
            | VEX_Vpminub_ymm_ymm_ymmm256 | VEX_Vpmovmskb_r32_ymm | VEX_Vpmovzxbq_ymm_xmmm32
            | VEX_Vpor_xmm_xmm_xmmm128 | VEX_Vpor_ymm_ymm_ymmm256 | VEX_Vpsadbw_ymm_ymm_ymmm256
            | VEX_Vpshufb_xmm_xmm_xmmm128 | VEX_Vpshufb_ymm_ymm_ymmm256 | VEX_Vpshufd_xmm_xmmm128_imm8
            | VEX_Vpshufd_ymm_ymmm256_imm8 | VEX_Vpslld_xmm_xmm_imm8 | VEX_Vpslld_ymm_ymm_imm8
            | VEX_Vpslldq_xmm_xmm_imm8 | VEX_Vpsllq_xmm_xmm_imm8 | VEX_Vpsllq_ymm_ymm_imm8
            | VEX_Vpsllvq_xmm_xmm_xmmm128 | VEX_Vpsllvq_ymm_ymm_ymmm256 | VEX_Vpsllw_ymm_ymm_imm8
            | VEX_Vpsrld_xmm_xmm_imm8 | VEX_Vpsrld_ymm_ymm_imm8 | VEX_Vpsrldq_xmm_xmm_imm8 | VEX_Vpsrlq_xmm_xmm_imm8
            | VEX_Vpsrlq_ymm_ymm_imm8 | VEX_Vpsrlvq_ymm_ymm_ymmm256 | VEX_Vpsrlw_ymm_ymm_imm8
            | VEX_Vpsubb_ymm_ymm_ymmm256 | VEX_Vpsubd_ymm_ymm_ymmm256 | VEX_Vpsubq_ymm_ymm_ymmm256
            | VEX_Vpsubw_ymm_ymm_ymmm256 | VEX_Vptest_xmm_xmmm128 | VEX_Vptest_ymm_ymmm256
            | VEX_Vpunpckhqdq_xmm_xmm_xmmm128 | VEX_Vpunpckhqdq_ymm_ymm_ymmm256 | VEX_Vpunpcklqdq_xmm_xmm_xmmm128
            | VEX_Vpunpcklqdq_ymm_ymm_ymmm256 | VEX_Vpxor_xmm_xmm_xmmm128 | VEX_Vpxor_ymm_ymm_ymmm256 | VEX_Vzeroupper
            | Xchg_r64_RAX | Xchg_rm64_r64 | Xor_EAX_imm32 | Xor_r32_rm32 | Xor_rm32_imm32 | Xor_rm32_imm8
            | Xor_rm32_r32 | Xor_rm64_imm8 | Xor_rm64_r64 | Xor_rm8_imm8 | Xor_rm8_r8
    )
}

/// Under a write mask.
#[rustfmt::skip]
fn is_accepted_masked(code: Code) -> bool {
    use Code::*;
    matches!(
        code,
            EVEX_Vmovdqa64_zmm_k1z_zmmm512 | EVEX_Vmovdqa64_zmmm512_k1z_zmm | EVEX_Vmovdqu64_ymmm256_k1z_ymm
            | EVEX_Vmovdqu64_zmm_k1z_zmmm512 | EVEX_Vmovdqu64_zmmm512_k1z_zmm | EVEX_Vmovdqu8_ymm_k1z_ymmm256
            | EVEX_Vmovdqu8_zmm_k1z_zmmm512 | EVEX_Vmovdqu8_zmmm512_k1z_zmm | EVEX_Vpaddq_ymm_k1z_ymm_ymmm256b64
            | EVEX_Vpblendmb_zmm_k1z_zmm_zmmm512 | EVEX_Vpbroadcastb_zmm_k1z_r32
            | EVEX_Vpblendmq_zmm_k1z_zmm_zmmm512b64 | EVEX_Vpblendmw_zmm_k1z_zmm_zmmm512
            | EVEX_Vpcompressb_zmmm512_k1z_zmm | EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512 | EVEX_Vpminsw_zmm_k1z_zmm_zmmm512
            | EVEX_Vpmovqb_xmmm64_k1z_zmm | EVEX_Vprolq_zmm_k1z_zmmm512b64_imm8 | EVEX_Vpsubw_zmm_k1z_zmm_zmmm512
            | EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8 | EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;
    use std::collections::BTreeSet;

    /// Codes that no kernel has, but a test of the verifier does.
    const PLAIN_IN_TESTS: &[Code] = &[Code::Nopd];
    const MASKED_IN_TESTS: &[Code] = &[Code::EVEX_Vmovdqa64_zmm_k1z_zmmm512, Code::EVEX_Vmovdqa64_zmmm512_k1z_zmm];

    #[test]
    fn each_accepted_code_is_used() {
        let image = Image::of_this_program().unwrap();
        let instructions = || image.kernels.iter().flat_map(|kernel| kernel.instructions.values());
        let (masked, plain): (Vec<_>, Vec<_>) = instructions().partition(|i| i.op_mask() != Register::None);
        let is_accepted: [fn(Code) -> bool; 2] = [is_accepted_plain, is_accepted_masked];
        let used = [(plain, PLAIN_IN_TESTS), (masked, MASKED_IN_TESTS)];
        for ((used, in_tests), is_accepted) in used.into_iter().zip(is_accepted) {
            let used: BTreeSet<Code> =
                used.into_iter().map(Instruction::code).chain(in_tests.iter().copied()).collect();
            let accepted: BTreeSet<Code> = Code::values().filter(|&code| is_accepted(code)).collect();
            assert_eq!(accepted.difference(&used).collect::<Vec<_>>(), Vec::<&Code>::new(), "accepted, and not used");
            assert_eq!(used.difference(&accepted).collect::<Vec<_>>(), Vec::<&Code>::new(), "used, and not accepted");
        }
    }
}
