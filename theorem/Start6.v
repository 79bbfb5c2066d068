(** The start of 6x6 Othello, and what is claimed of it. *)

From Coq Require Import ZArith String.
From Othello Require Import Rules Checker.
Local Open Scope Z_scope.
Local Open Scope string_scope.

Definition start6 : position := {|
  discs := picture 6 (
    "------" ++
    "------" ++
    "--OX--" ++
    "--XO--" ++
    "------" ++
    "------");
  mover := Black;
|}.

Definition claim6 : claim :=
  {| width := 6; how := Discs; text := "--------------OX----XO--------------"; to_move := Black; worth := -4 |}.
