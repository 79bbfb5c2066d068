(** Solved positions as theorems: Rocq's kernel runs the checker on the certificates.

    Certificates.v, which .ci/theorem makes, has the files: [othello4_file] and [anti4_file] are those of the
    starting position of 4x4 Othello and anti-Othello, [othello6_file] that of a position of 6x6 Othello with 22 empty
    squares. *)

From Coq Require Import ZArith List Ascii String.
From Othello Require Import Rules Facts Checker Sound Start6 Certificates.
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

Definition claim_after_ten_plies : claim :=
  {| width := 6; how := Discs; text := "-XXX----XO----OOO--OXOX---XO--------"; to_move := Black; worth := -4 |}.

(** White wins it by 4 discs. *)
Theorem othello6_after_ten_plies : value 6 Discs after_ten_plies (-4).
Proof.
  apply (check_sound othello6_file claim_after_ten_plies). vm_cast_no_check (eq_refl (Accept claim_after_ten_plies)).
Time Qed.

(** ** Certificates that are refused *)

Module Refused.

Import Uint63 Checker.

Definition is_refused (file : list int) : bool := match check file with Accept _ => false | Reject _ _ => true end.

(** The bytes of a file, and a file of bytes: each is a number of its own. *)
Fixpoint read (most : nat) (l : bytes) : list int :=
  match most, take l with
  | S most, Some (x, l) => x :: read most l
  | _, _ => []
  end.

Definition bytes_of (file : list int) : list int := read (7 * List.length file) (Bytes 1 file).

Definition file_of : list int -> list int := map (fun x => 256 + x)%uint63.

Definition codes (a : string) : list int := map code_of (list_ascii_of_string a).

(** The bytes with the first [a] replaced by [b]. *)
Fixpoint replaced (a b : string) (l : list int) : list int :=
  match word a (Bytes 1 (file_of l)) with
  | Some rest => codes b ++ read (List.length l) rest
  | None => match l with [] => [] | x :: l => x :: replaced a b l end
  end.

Definition othello4_bytes : list int := bytes_of othello4_file.

Definition with_score (score : string) : list int :=
  file_of (replaced "score -8" ("score " ++ score) (replaced "at-least -8" ("at-least " ++ score)
    (replaced "at-most -8" ("at-most " ++ score) othello4_bytes))).

Example another_score : map (fun score => is_refused (with_score score)) ["-8"; "-7"; "-9"; "8"; "0"; "-80"] =
  [false; true; true; true; true; true].
Proof. vm_compute. reflexivity. Qed.

Example another_scoring : is_refused (file_of (replaced "discs" "anti" othello4_bytes)) = true.
Proof. vm_compute. reflexivity. Qed.

(** The start with a black disc on a corner. *)
Example another_position : is_refused (file_of (replaced "-----OX" "X----OX" othello4_bytes)) = true.
Proof. vm_compute. reflexivity. Qed.

(** No cell has the number 255. *)
Example each_byte : forallb
  (fun i => is_refused (file_of (firstn i othello4_bytes ++ [255%uint63] ++ skipn (S i) othello4_bytes)))
  (seq 0 (List.length othello4_bytes)) = true.
Proof. vm_compute. reflexivity. Qed.

Example a_byte_less : forallb (fun i => is_refused (file_of (firstn i othello4_bytes ++ skipn (S i) othello4_bytes)))
  (seq 0 (List.length othello4_bytes)) = true.
Proof. vm_compute. reflexivity. Qed.

End Refused.

(** ** Counts of games, which .ci/theorem compares: those of the rules, by [replies_list] *)

Eval vm_compute in (perft_of 4 start4 20, perft_of 6 start6 7).

Print Assumptions value_unique.
Print Assumptions othello4.
Print Assumptions anti4.
Print Assumptions othello6_after_ten_plies.
