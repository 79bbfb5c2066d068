(** White can force a score of -4 or less from the start of 6x6 Othello. Certificate6.v has the certificate. *)

From Coq Require Import ZArith.
From Othello Require Import Rules Checker Sound Start6 Certificate6.
Local Open Scope Z_scope.

Lemma at_most : forces 6 Discs White (fun score => score <= -4) start6.
Proof.
  apply (check_bound_sound false start6_file claim6). vm_cast_no_check (eq_refl (Accept claim6)).
Time Qed.
