(** 6x6 Othello is solved: white wins by 4 discs. Rules.v says what that means. *)

From Coq Require Import ZArith.
From Othello Require Import Rules Start6 Least6 Most6.
Local Open Scope Z_scope.

Theorem othello6 : value 6 Discs start6 (-4).
Proof. exact (conj at_least at_most). Qed.

Print Assumptions othello6.
