(** A checker of certificates: boards of up to 7x7 cells as sets of squares in 63-bit numbers.

    The file is read in the order in which it was written; cli/src/certificate/mod.rs describes the format. Sound.v
    proves that an accepted claim is true by the rules of Rules.v: nothing here needs to be trusted, nor read. *)

From Coq Require Import ZArith List String Ascii Uint63.
From Othello Require Import Rules.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Tables of a board *)

Record cell := Cell { code : int; here : int; rays : list (list int) }.

(** Squares that move together: those of a set, by so many places. *)
Inductive group := Up (from places : int) | Down (from places : int).

Section Tables.

Variable n : Z.

Definition index (s : square) : Z := fst s * n + snd s.

Definition place (s : square) : int := of_Z (index s).

Definition mask (s : square) : int := 1 << place s.

Definition is_on_board (s : square) : bool :=
  ((0 <=? fst s) && (fst s <? n) && (0 <=? snd s) && (snd s <? n))%bool%Z.

(** The squares from the j-th step on, up to the edge. *)
Fixpoint path (fuel : nat) (s d : Z * Z) (j : Z) : list square :=
  match fuel with
  | O => []
  | S fuel => if is_on_board (step s d j) then step s d j :: path fuel s d (j + 1) else []
  end.

(** Rays of two squares and more: along others nothing turns. *)
Definition is_long (ray : list int) : bool := match ray with _ :: _ :: _ => true | _ => false end.

Definition cell_of (s : square) : cell :=
  Cell (place s) (mask s)
    (filter is_long (map (fun d => map mask (path (S (Z.to_nat n)) s d 1)) directions)).

Definition cells : list cell := map cell_of (squares n).

(** Corners are tried first, and the squares inside of them last. *)
Definition rank (s : square) : Z :=
  let at_edge x := ((x =? 0) || (x =? n - 1))%bool%Z in
  let inside x := ((x =? 1) || (x =? n - 2))%bool%Z in
  if (at_edge (fst s) && at_edge (snd s))%bool then 0%Z
  else if (inside (fst s) && inside (snd s))%bool then 2%Z else 1%Z.

Definition in_order : list square :=
  filter (fun s => rank s =? 0)%Z (squares n) ++
  filter (fun s => negb ((rank s =? 0) || (rank s =? 2))%bool)%Z (squares n) ++
  filter (fun s => rank s =? 2)%Z (squares n).

Definition set_of (l : list square) : int := fold_left (fun x s => x lor mask s) l 0.

Definition up (l : list square) (f : square -> square) (k : Z) : group :=
  Up (set_of (filter (fun s => index (f s) - index s =? k)%Z l)) (of_Z k).

Definition down (l : list square) (f : square -> square) (k : Z) : group :=
  Down (set_of (filter (fun s => index s - index (f s) =? k)%Z l)) (of_Z k).

Definition moves_some (g : group) : bool := match g with Up from _ | Down from _ => negb (from =? 0) end.

(** The groups by which the squares s of a list move to [f s]. *)
Definition moving (l : list square) (f : square -> square) : list group :=
  let distances := map Z.of_nat (seq 0 (Z.to_nat (n * n))) in
  filter moves_some (map (up l f) distances) ++ filter moves_some (map (down l f) (tl distances)).

Definition transposing : list group := moving (squares n) (fun s => (snd s, fst s)).

Definition mirroring : list group := moving (squares n) (fun s => (fst s, n - 1 - snd s)%Z).

Definition flipping : list group := moving (squares n) (fun s => (n - 1 - fst s, snd s)%Z).

(** All symmetries of the board one after the other, but for the first, which moves nothing. *)
Definition symmetries : list (list group) :=
  [mirroring; flipping; mirroring; transposing; mirroring; flipping; mirroring].

(** A step in a direction. *)
Definition stepping (d : Z * Z) : group :=
  let l := filter (fun s => is_on_board (step s d 1)) (squares n) in
  let k := (fst d * n + snd d)%Z in
  let f s := step s d 1 in
  if (0 <=? k)%Z then up l f k else down l f (- k).

Definition steps : list group := map stepping directions.

(** The squares of a board that hold discs of a colour. *)
Definition bits (b : board) (c : colour) : int :=
  fold_left (fun x s => if same (b s) (Some c) then x lor mask s else x) (squares n) 0.

End Tables.

(** ** Moves: [own] are the discs of the side to move, [opp] those of the other, unless they are in [own] *)

Definition without (x y : int) : int := x lxor (x land y).

Fixpoint walk (ray : list int) (own opp turned : int) : int :=
  match ray with
  | [] => 0
  | m :: ray =>
      if own land m =? 0 then if opp land m =? 0 then 0 else walk ray own opp (turned lor m) else turned
  end.

Fixpoint turned (rays : list (list int)) (own opp found : int) : int :=
  match rays with
  | [] => found
  | ray :: rays => turned rays own opp (found lor walk ray own opp 0)
  end.

Definition move (g : group) (x : int) : int :=
  match g with Up from k => (x land from) << k | Down from k => (x land from) >> k end.

(** Discs [x] and those that follow them in unbroken rows of [opp]. *)
Fixpoint row (most : nat) (g : group) (opp x : int) : int :=
  match most with
  | O => x
  | S most => row most g opp (x lor (move g x land opp))
  end.

Fixpoint ends (most : nat) (gs : list group) (own opp found : int) : int :=
  match gs with
  | [] => found
  | g :: gs => ends most gs own opp (found lor move g (row most g opp (move g own land opp)))
  end.

(** The empty squares from which a row of [opp] leads to one of [own]: no others are legal. *)
Definition candidates (most : nat) (gs : list group) (own opp : int) : int :=
  without (ends most gs own opp 0) (own lor opp).

Fixpoint any_move (cs : list cell) (own opp : int) : bool :=
  match cs with
  | [] => false
  | Cell _ here rays :: cs =>
      if (own lor opp) land here =? 0 then if turned rays own opp 0 =? 0 then any_move cs own opp else true
      else any_move cs own opp
  end.

(** The moves to candidates, with the positions after them. *)
Fixpoint replies (cs : list cell) (candidates own opp : int) : list (int * int) :=
  match cs with
  | [] => []
  | Cell _ here rays :: cs =>
      if candidates land here =? 0 then replies cs candidates own opp
      else
        let t := turned rays own opp 0 in
        if t =? 0 then replies cs candidates own opp
        else let opp' := own lor t lor here in (without opp opp', opp') :: replies cs candidates own opp
  end.

(** The position after a move to a candidate. *)
Fixpoint choose (cs : list cell) (x candidates own opp : int) : option (int * int) :=
  match cs with
  | [] => None
  | Cell code here rays :: cs =>
      if code =? x then
        if candidates land here =? 0 then None
        else
          let t := turned rays own opp 0 in
          if t =? 0 then None else let opp' := own lor t lor here in Some (without opp opp', opp')
      else choose cs x candidates own opp
  end.

(** ** Files, as numbers of up to seven bytes each, the first byte in the lowest bits, and a 1 above the last *)

Record bytes := Bytes { now : int; later : list int }.

Definition take (l : bytes) : option (int * bytes) :=
  if now l =? 1 then
    match later l with
    | [] => None
    | x :: later => Some (x land 255, Bytes (x >> 8) later)
    end
  else Some (now l land 255, Bytes (now l >> 8) (later l)).

Fixpoint bytes_in (fuel : nat) (x : int) : int :=
  match fuel with
  | O => 0
  | S fuel => if x =? 1 then 0 else 1 + bytes_in fuel (x >> 8)
  end.

Definition length_of (l : bytes) : int :=
  fold_left (fun sum x => sum + bytes_in 7 x) (later l) (bytes_in 7 (now l)).

Definition skip (k : Z) (l : bytes) : bytes :=
  N.iter (Z.to_N k) (fun l => match take l with Some (_, l) => l | None => l end) l.

(** ** Positions seen, in a search tree ordered by a hash *)

Inductive tree := Tip | Node (left : tree) (hash own opp : int) (mine : bool) (right : tree).

Definition hash_of (own opp : int) (mine : bool) : int :=
  let x := (own lxor (opp * 0x1e3779b97f4a7c15)) * 0x3f58476d1ce4e5b9 in
  (x lxor (x >> 31) lxor (if mine then 0x55 else 0)) * 0x14d049bb133111eb.

Fixpoint find_key (h own opp : int) (mine : bool) (t : tree) : bool :=
  match t with
  | Tip => false
  | Node l h' own' opp' mine' r =>
      if h =? h' then
        if ((own =? own') && (opp =? opp') && Bool.eqb mine mine')%bool then true else find_key h own opp mine l
      else if h <=? h' then find_key h own opp mine l else find_key h own opp mine r
  end.

Fixpoint add_key (h own opp : int) (mine : bool) (t : tree) : tree :=
  match t with
  | Tip => Node Tip h own opp mine Tip
  | Node l h' own' opp' mine' r =>
      if h <=? h' then Node (add_key h own opp mine l) h' own' opp' mine' r
      else Node l h' own' opp' mine' (add_key h own opp mine r)
  end.

(** ** The board under its symmetries *)

Fixpoint picture_of (gs : list group) (x found : int) : int :=
  match gs with
  | [] => found
  | g :: gs => picture_of gs x (found lor move g x)
  end.

Fixpoint least (turns : list (list group)) (own opp least_own least_opp : int) : int * int :=
  match turns with
  | [] => (least_own, least_opp)
  | turn :: turns =>
      let own' := picture_of turn own 0 in
      let opp' := picture_of turn opp 0 in
      if (if own' =? least_own then opp' <=? least_opp else own' <=? least_own)
      then least turns own' opp' own' opp'
      else least turns own' opp' least_own least_opp
  end.

(** ** The walk through a section; [mine]: the side to move holds the bound *)

Section Walk.

Variable table : list cell.
Variable ordered : list cell. (* those again, in the order in which moves are tried *)
Variable most : nat. (* the longest row that a move turns, less one *)
Variable gs : list group. (* the steps in all directions *)
Variable turns : list (list group).
Variable leaves : int.
Variable good : bool -> int -> int -> bool. (* whether a game that ended meets the bound *)

(** Tries the moves to empty cells, until one decides. *)
Fixpoint each (cs : list cell) (own opp : int) (mine moved : bool) (next : int -> int -> bool) (stuck : unit -> bool)
  : bool :=
  match cs with
  | [] => if moved then negb mine else stuck tt
  | Cell _ here rays :: cs =>
      let t := turned rays own opp 0 in
      if t =? 0 then each cs own opp mine moved next stuck
      else
        let opp' := own lor t lor here in
        if Bool.eqb (next (without opp opp') opp') mine then mine else each cs own opp mine true next stuck
  end.

Fixpoint still_empty (cs : list cell) (taken : int) : list cell :=
  match cs with
  | [] => []
  | c :: cs => if taken land here c =? 0 then c :: still_empty cs taken else still_empty cs taken
  end.

(** Whether the bound holds, by all moves; all empty cells are in [cs]. *)
Fixpoint holds (fuel : nat) (cs : list cell) (own opp : int) (mine : bool) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      let cs := still_empty cs (own lor opp) in
      each cs own opp mine false (fun own' opp' => holds fuel cs own' opp' (negb mine))
        (fun _ =>
          let opp' := without opp own in
          if any_move cs opp' own then holds fuel cs opp' own (negb mine) else good mine own opp)
  end.

Inductive outcome := Done (seen : tree) (rest : bytes) | Wrong (why : string) (rest : bytes).

Fixpoint all_of (next : int -> int -> tree -> bytes -> outcome) (moves : list (int * int))
  (seen : tree) (rest : bytes) : outcome :=
  match moves with
  | [] => Done seen rest
  | (own, opp) :: moves =>
      match next own opp seen rest with
      | Done seen rest => all_of next moves seen rest
      | wrong => wrong
      end
  end.

(** [left]: the number of empty cells. *)
Fixpoint visit (fuel : nat) (left own opp : int) (mine : bool) (seen : tree) (rest : bytes) : outcome :=
  match fuel with
  | O => Wrong "the game does not end" rest
  | S less =>
      let (key_own, key_opp) := least turns own opp own opp in
      let h := hash_of key_own key_opp mine in
      if find_key h key_own key_opp mine seen then Done seen rest
      else
        let walked :=
          if left <=? leaves then
            if holds fuel ordered own opp mine then Done seen rest
            else Wrong "a position with few empty squares is worth something else" rest
          else
            let moves := candidates most gs own opp in
            if moves =? 0 then
              let opp' := without opp own in
              if any_move table opp' own then visit less left opp' own (negb mine) seen rest
              else if good mine own opp then Done seen rest
              else Wrong "a game ends with another score" rest
            else if mine then
              match take rest with
              | None => Wrong "it ends before the proof does" rest
              | Some (x, rest') =>
                  match choose table x moves own opp with
                  | Some (own', opp') => visit less (left - 1) own' opp' (negb mine) seen rest'
                  | None => Wrong "the cell is no legal move there" rest
                  end
              end
            else
              match replies table moves own opp with
              | [] => Wrong "a candidate is no move" rest (* which does not happen *)
              | replies => all_of (fun own' opp' => visit less (left - 1) own' opp' (negb mine)) replies seen rest
              end in
        match walked with
        | Done seen rest => Done (add_key h key_own key_opp mine seen) rest
        | wrong => wrong
        end
  end.

End Walk.

(** ** Scores, as numbers from 0 to 128: 64 is a draw *)

(** The number of squares in a set of up to 12 squares: 5 bits for each, added by a product. *)
Definition ones12 (x : int) : int :=
  ((((x * 0x1001001001001) land 0x84210842108421) * 0x84210842108421) >> 55) land 31.

Fixpoint ones (fuel : nat) (x found : int) : int :=
  match fuel with
  | O => found
  | S fuel => if x =? 0 then found else ones fuel (x >> 12) (found + ones12 (x land 4095))
  end.

(** The number of squares of [x] on the board. *)
Definition tally (board x : int) : int := ones 5 (x land board) 0.

Definition score_of (how : scoring) (area black white : int) : int :=
  match how with
  | WinnerTakesEmpties =>
      if black =? white then 64
      else if black <=? white then 64 + black + black - area else 64 + area - white - white
  | Discs | FewestDiscs => 64 + black - white
  end.

Definition good_for (board : int) (how : scoring) (area limit : int) (is_least : bool) (holder : colour)
  (mine : bool) (own opp : int) : bool :=
  let a := tally board own in
  let b := tally board (without opp own) in
  let own_is_black := match holder with Black => mine | White => negb mine end in
  let s := if own_is_black then score_of how area a b else score_of how area b a in
  if is_least then limit <=? s else s <=? limit.

(** ** Files *)

Record claim := {
  width : Z;
  how : scoring;
  text : string; (* the rows one after the other *)
  to_move : colour;
  worth : Z;
}.

Inductive verdict := Accept (c : claim) | Reject (why : string) (rest : bytes).

Definition claimed (c : claim) : position := {| discs := picture (width c) (text c); mover := to_move c |}.

(** The side that can force a bound: that the score is the claimed one at least, or at most. *)
Definition holder_of (is_least : bool) (c : claim) : colour :=
  if is_least then wants_many (how c) else other (wants_many (how c)).

(** Walks through the section of a bound. *)
Definition section (is_least : bool) (c : claim) (leaves : int) (body : bytes) : outcome :=
  let n := width c in
  let board := set_of n (squares n) in
  let area := of_Z (n * n) in
  let own := bits n (discs (claimed c)) (to_move c) in
  let opp := bits n (discs (claimed c)) (other (to_move c)) in
  let holder := holder_of is_least c in
  let mine := match holder, to_move c with Black, Black | White, White => true | _, _ => false end in
  visit (cells n) (map (cell_of n) (in_order n)) (Z.to_nat (n - 3)) (steps n) (symmetries n) leaves
    (good_for board (how c) area (of_Z (64 + worth c)) is_least holder) (S (Z.to_nat (2 * n * n)))
    (area - tally board (own lor opp)) own opp mine Tip body.

(** Checks a bound by the bytes of both sections, whose lengths are given. *)
Definition prove_bound (is_least : bool) (c : claim) (leaves : int) (first second : Z) (body : bytes) : verdict :=
  if negb ((1 <=? width c)%Z && (width c <=? 7)%Z && (-64 <=? worth c)%Z && (worth c <=? 64)%Z)
  then Reject "the size or the score is out of range" body
  else
    match section is_least c leaves (if is_least then body else skip first body) with
    | Wrong why rest => Reject why rest
    | Done _ rest =>
        if length_of rest =? (if is_least then of_Z second else 0) then Accept c
        else Reject "its section has another length" rest
    end.

Definition prove (c : claim) (leaves : int) (first second : Z) (body : bytes) : verdict :=
  match prove_bound true c leaves first second body with
  | Accept _ => prove_bound false c leaves first second body
  | wrong => wrong
  end.

(** *** The head *)

Definition code_of (x : ascii) : int := of_Z (Z.of_N (N_of_ascii x)).

Fixpoint word (w : string) (l : bytes) : option bytes :=
  match w with
  | EmptyString => Some l
  | String x w =>
      match take l with
      | Some (y, l) => if code_of x =? y then word w l else None
      | None => None
      end
  end.

(** The first of some words with its meaning. *)
Fixpoint one_of {A} (words : list (string * A)) (l : bytes) : option (A * bytes) :=
  match words with
  | [] => None
  | (w, meaning) :: words => match word w l with Some l => Some (meaning, l) | None => one_of words l end
  end.

Fixpoint digits (most : nat) (l : bytes) (read : Z) : option (Z * bytes) :=
  match most with
  | O => None
  | S most =>
      match one_of [("0", 0); ("1", 1); ("2", 2); ("3", 3); ("4", 4); ("5", 5); ("6", 6); ("7", 7); ("8", 8);
        ("9", 9)]%string%Z l with
      | Some (d, l) =>
          match digits most l (10 * read + d)%Z with
          | Some more => Some more
          | None => Some (10 * read + d, l)%Z
          end
      | None => None
      end
  end.

Definition number (l : bytes) : option (Z * bytes) :=
  match word "-" l with
  | Some l => match digits 9 l 0 with Some (z, l) => Some (- z, l)%Z | None => None end
  | None => digits 9 l 0
  end.

Fixpoint squares_text (k : nat) (l : bytes) : option (string * bytes) :=
  match k with
  | O => Some (EmptyString, l)
  | S k =>
      match one_of [("X", "X"%char); ("O", "O"%char); ("-", "-"%char)]%string l with
      | Some (x, l) => match squares_text k l with Some (t, l) => Some (String x t, l) | None => None end
      | None => None
      end
  end.

Definition nothing : bytes := Bytes 1 [].

Notation "'let*' x := a 'or' why 'in' b" :=
  (match a with Some x => b | None => Reject why nothing end) (at level 200, x pattern, a at level 100, b at level 200).

Definition newline : string := String "010" EmptyString.

Definition check_by (prove : claim -> int -> Z -> Z -> bytes -> verdict) (file : list int) : verdict :=
  let* l := word ("stonemask certificate 1" ++ newline ++ "game ") (Bytes 1 file) or "it is not a certificate" in
  let* (n, l) := one_of [("othello4", 4%Z); ("othello6", 6%Z)]%string l or "its game is none that this checker knows" in
  let* l := word (newline ++ "position ") l or "its position is missing" in
  let* (t, l) := squares_text (Z.to_nat (n * n)) l or "its position is none of that board" in
  let* (mover, l) := one_of [(" X", Black); (" O", White)]%string l or "its side to move is missing" in
  let* l := word (newline ++ "scoring ") l or "its scoring is missing" in
  let* (how, l) :=
    one_of [("discs", Discs); ("winner-takes-empties", WinnerTakesEmpties); ("anti", FewestDiscs)]%string l
    or "its scoring is unknown" in
  let* l := word (newline ++ "score ") l or "its score is missing" in
  let* (worth, l) := number l or "its score is no number" in
  let* l := word (newline ++ "leaves ") l or "the size of its leaves is missing" in
  let* (leaves, l) := number l or "the size of its leaves is no number" in
  let* l := word (newline ++ "at-least ") l or "its section at-least is missing" in
  let* (least, l) := number l or "its section at-least has no score" in
  let* l := word ": " l or "its section at-least has no length" in
  let* (first, l) := number l or "its section at-least has no length" in
  let* l := word (" bytes" ++ newline ++ "at-most ") l or "its section at-most is missing" in
  let* (most, l) := number l or "its section at-most has no score" in
  let* l := word ": " l or "its section at-most has no length" in
  let* (second, l) := number l or "its section at-most has no length" in
  let* body := word (" bytes" ++ newline ++ newline) l or "its head does not end" in
  if negb ((least =? worth)%Z && (most =? worth)%Z) then Reject "its sections do not prove its claim" nothing
  else if negb (((0 <=? first) && (0 <=? second))%bool%Z && (length_of body =? of_Z (first + second)))
  then Reject "its sections have another length" nothing
  else if negb ((0 <=? leaves) && (leaves <=? 64))%bool%Z then Reject "the size of its leaves is out of range" nothing
  else
    prove {| width := n; how := how; text := t; to_move := mover; worth := worth |} (of_Z leaves) first second body.

Definition check : list int -> verdict := check_by prove.

(** Checks the section of one bound, for proofs of each by itself. *)
Definition check_bound (is_least : bool) : list int -> verdict := check_by (prove_bound is_least).

(** ** Counting, to compare the rules with other programs *)

(** The games of so many moves and passes, and those that end before. *)
Fixpoint perft (cs : list cell) (most : nat) (gs : list group) (depth : nat) (own opp : int) : N :=
  match depth with
  | O => 1
  | S depth =>
      match replies cs (candidates most gs own opp) own opp with
      | [] =>
          let opp' := without opp own in
          if any_move cs opp' own then perft cs most gs depth opp' own else 1
      | moves => fold_left (fun sum move => sum + perft cs most gs depth (fst move) (snd move)) moves 0
      end
  end%N.

Definition perft_of (n : Z) (p : position) (depth : nat) : N :=
  perft (cells n) (Z.to_nat (n - 3)) (steps n) depth (bits n (discs p) (mover p)) (bits n (discs p) (other (mover p))).
