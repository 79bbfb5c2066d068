(** The rules of Othello on a board of n x n cells, who can force which score, and the value of a position.

    Everything that the theorems claim is said by the definitions of this file. *)

From Coq Require Import ZArith List String Ascii.
Import ListNotations.
Local Open Scope Z_scope.

Inductive colour := Black | White.

Definition other (c : colour) : colour := match c with Black => White | White => Black end.

(** A row and a column, from 0; row 0 is the top one, column 0 the left one. *)
Definition square : Type := Z * Z.

(** The disc on each square; [None] is an empty square. *)
Definition board : Type := square -> option colour.

Record position := { discs : board; mover : colour }.

(** How a finished game is scored. *)
Inductive scoring :=
| Discs              (* black's discs minus white's *)
| WinnerTakesEmpties (* likewise, and the squares left empty count for the winner *)
| FewestDiscs.       (* black's discs minus white's, and each side wants few: anti-Othello *)

(** ** Moves *)

Section Rules.

Variable n : Z. (* the rows, and the columns, of the board *)

Definition on_board (s : square) : Prop := let (r, c) := s in 0 <= r < n /\ 0 <= c < n.

(** The eight directions, as steps of (row, column). *)
Definition directions : list (Z * Z) := [(-1, -1); (-1, 0); (-1, 1); (0, -1); (0, 1); (1, -1); (1, 0); (1, 1)].

(** The square that is k steps from another. *)
Definition step (s d : Z * Z) (k : Z) : square := (fst s + k * fst d, snd s + k * snd d).

Definition holds_disc (b : board) (s : square) (c : colour) : Prop := on_board s /\ b s = Some c.

(** Seen from s in direction d, the next k squares hold discs of the other side, and the square behind them one of
    [me]. *)
Definition outflanks (b : board) (me : colour) (s d : Z * Z) (k : Z) : Prop :=
  (forall i, 1 <= i <= k -> holds_disc b (step s d i) (other me)) /\ holds_disc b (step s d (k + 1)) me.

(** A disc that [me] places on s turns the disc on t. *)
Definition turns (b : board) (me : colour) (s t : square) : Prop :=
  exists d k i, In d directions /\ outflanks b me s d k /\ 1 <= i <= k /\ t = step s d i.

(** A move places a disc on an empty square and turns at least one. *)
Definition legal (p : position) (s : square) : Prop :=
  on_board s /\ discs p s = None /\ exists t, turns (discs p) (mover p) s t.

(** [p'] follows from [p] by a move to s. *)
Definition plays (p : position) (s : square) (p' : position) : Prop :=
  legal p s /\ mover p' = other (mover p) /\
  forall t, on_board t ->
    (t = s \/ turns (discs p) (mover p) s t -> discs p' t = Some (mover p)) /\
    (t <> s /\ ~ turns (discs p) (mover p) s t -> discs p' t = discs p t).

Definition can_move (p : position) : Prop := exists s, legal p s.

(** The position after a pass. *)
Definition passed (p : position) : position := {| discs := discs p; mover := other (mover p) |}.

(** A side that cannot move passes; when neither can, the game is over. *)
Definition must_pass (p : position) : Prop := ~ can_move p /\ can_move (passed p).

Definition over (p : position) : Prop := ~ can_move p /\ ~ can_move (passed p).

(** ** Scores *)

Definition range : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Definition squares : list square := list_prod range range.

Definition same (x y : option colour) : bool :=
  match x, y with
  | Some Black, Some Black | Some White, Some White | None, None => true
  | _, _ => false
  end.

Definition count (b : board) (x : option colour) : Z := Z.of_nat (List.length (filter (fun s => same (b s) x) squares)).

(** Black's score of a finished game. *)
Definition score (how : scoring) (b : board) : Z :=
  let difference := count b (Some Black) - count b (Some White) in
  match how with
  | WinnerTakesEmpties => difference + Z.sgn difference * count b None
  | Discs | FewestDiscs => difference
  end.

(** ** Values *)

(** [forces how who goal p]: from p on, [who] can play so that the game ends with a score that meets the goal,
    whatever the other side plays. *)
Inductive forces (how : scoring) (who : colour) (goal : Z -> Prop) : position -> Prop :=
| at_the_end : forall p, over p -> goal (score how (discs p)) -> forces how who goal p
| by_a_pass : forall p, must_pass p -> forces how who goal (passed p) -> forces how who goal p
| by_a_move : forall p s p', mover p = who -> plays p s p' -> forces how who goal p' -> forces how who goal p
| by_all_moves : forall p, mover p <> who -> can_move p ->
    (forall s p', plays p s p' -> forces how who goal p') -> forces how who goal p.

Definition wants_many (how : scoring) : colour := match how with FewestDiscs => White | _ => Black end.

(** The position is worth v: the side that wants a high score for black can force v or more, the other v or less. *)
Definition value (how : scoring) (p : position) (v : Z) : Prop :=
  forces how (wants_many how) (fun score => score >= v) p /\
  forces how (other (wants_many how)) (fun score => score <= v) p.

(** ** Boards as texts: the rows one after the other, X black, O white *)

Definition picture (text : string) : board := fun s =>
  let (r, c) := s in
  match get (Z.to_nat (r * n + c)) text with
  | Some "X"%char => Some Black
  | Some "O"%char => Some White
  | _ => None
  end.

End Rules.
