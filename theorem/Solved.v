(** Solved positions as theorems: Rocq's kernel runs the checker on the certificates.

    Certificates.v, which .ci/theorem makes, has the files' bytes: [othello4_file] and [anti4_file] are those of the
    starting position of 4x4 Othello and anti-Othello, [othello6_file] that of a position of 6x6 Othello with 22 empty
    squares. *)

From Coq Require Import ZArith List Ascii String.
From Othello Require Import Rules Facts Checker Sound Certificates.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

Definition start4 : position := {| discs := picture 4 "-----OX--XO-----"; mover := Black |}.

Definition claim4 : claim :=
  {| width := 4; how := Discs; text := "-----OX--XO-----"; to_move := Black; worth := -8 |}.

(** White wins 4x4 Othello by 8 discs. *)
Theorem othello4 : value 4 Discs start4 (-8).
Proof. apply (check_sound othello4_file claim4). vm_cast_no_check (eq_refl (Accept claim4)). Qed.

Definition claim_anti4 : claim :=
  {| width := 4; how := FewestDiscs; text := "-----OX--XO-----"; to_move := Black; worth := -3 |}.

(** Black, with 3 discs fewer, wins when each side wants few. *)
Theorem anti4 : value 4 FewestDiscs start4 (-3).
Proof. apply (check_sound anti4_file claim_anti4). vm_cast_no_check (eq_refl (Accept claim_anti4)). Qed.

(** 6x6 Othello after c2 b4 c5 d2 e4 e3 d1 c1 b1 d5. *)
Definition after_ten_plies : position :=
  {| discs := picture 6 ("-XXX--" ++ "--XO--" ++ "--OOO-" ++ "-OXOX-" ++ "--XO--" ++ "------"); mover := Black |}.

Definition claim6 : claim :=
  {| width := 6; how := Discs; text := "-XXX----XO----OOO--OXOX---XO--------"; to_move := Black; worth := -4 |}.

(** White wins it by 4 discs. *)
Theorem othello6_after_ten_plies : value 6 Discs after_ten_plies (-4).
Proof. apply (check_sound othello6_file claim6). vm_cast_no_check (eq_refl (Accept claim6)). Time Qed.

(** ** Certificates that are refused *)

Definition is_refused (file : list ascii) : bool := match check file with Accept _ => false | Reject _ _ => true end.

(** The file with the first [a] replaced by [b]. *)
Fixpoint replaced (a b : string) (file : list ascii) : list ascii :=
  match word a file with
  | Some rest => list_ascii_of_string b ++ rest
  | None => match file with [] => [] | x :: file => x :: replaced a b file end
  end.

Definition with_score (score : string) : list ascii :=
  replaced "score -8" ("score " ++ score) (replaced "at-least -8" ("at-least " ++ score)
    (replaced "at-most -8" ("at-most " ++ score) othello4_file)).

Example another_score : map (fun score => is_refused (with_score score)) ["-8"; "-7"; "-9"; "8"; "0"; "-80"] =
  [false; true; true; true; true; true].
Proof. vm_compute. reflexivity. Qed.

Example another_scoring : is_refused (replaced "discs" "anti" othello4_file) = true.
Proof. vm_compute. reflexivity. Qed.

(** The start with a black disc on a corner. *)
Example another_position : is_refused (replaced "-----OX" "X----OX" othello4_file) = true.
Proof. vm_compute. reflexivity. Qed.

(** No cell has the number 255. *)
Example each_byte : forallb (fun i => is_refused (firstn i othello4_file ++ ["255"%char] ++ skipn (S i) othello4_file))
  (seq 0 (List.length othello4_file)) = true.
Proof. vm_compute. reflexivity. Qed.

Example a_byte_less : forallb (fun i => is_refused (firstn i othello4_file ++ skipn (S i) othello4_file))
  (seq 0 (List.length othello4_file)) = true.
Proof. vm_compute. reflexivity. Qed.

(** ** Counts of games, which .ci/theorem compares: those of the rules, by [replies_list] *)

Definition start6 : position :=
  {| discs := picture 6 ("------" ++ "------" ++ "--OX--" ++ "--XO--" ++ "------" ++ "------"); mover := Black |}.

Eval vm_compute in (perft_of 4 start4 20, perft_of 6 start6 7).

Print Assumptions value_unique.
Print Assumptions othello4.
Print Assumptions anti4.
Print Assumptions othello6_after_ten_plies.
