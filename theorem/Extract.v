(** The checker as a program: Rocq's numbers of 63 bits become OCaml's, by uint63.ml. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlChar ExtrOCamlInt63 PrimInt63.
From Othello Require Import Rules Checker.

(* Likewise as in ExtrOCamlInt63, but in place, which is faster. *)
Extract Inlined Constant PrimInt63.lsl => "Uint63.l_sl".
Extract Inlined Constant PrimInt63.lsr => "Uint63.l_sr".
Extract Inlined Constant PrimInt63.land => "Uint63.l_and".
Extract Inlined Constant PrimInt63.lor => "Uint63.l_or".
Extract Inlined Constant PrimInt63.lxor => "Uint63.l_xor".
Extract Inlined Constant PrimInt63.add => "Uint63.add".
Extract Inlined Constant PrimInt63.sub => "Uint63.sub".
Extract Inlined Constant PrimInt63.mul => "Uint63.mul".
Extract Inlined Constant PrimInt63.eqb => "Uint63.equal".
Extract Inlined Constant PrimInt63.leb => "Uint63.le".

Extraction "checker.ml" check length_of.
