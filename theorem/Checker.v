(** A checker of certificates: boards of up to 7x7 cells as sets of squares in 63-bit numbers.

    The file is read in the order in which it was written; cli/src/certificate/mod.rs describes the format. Sound.v
    proves that an accepted claim is true by the rules of Rules.v: nothing here needs to be trusted, nor read. *)

From Coq Require Import ZArith List String Ascii Uint63.
From Othello Require Import Rules.
Import ListNotations.
Local Open Scope uint63_scope.

(** ** Tables of a board *)

Record cell := Cell { code : ascii; here : int; rays : list (list int) }.

Section Tables.

Variable n : Z.

Definition place (s : square) : int := of_Z (fst s * n + snd s).

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
  Cell (ascii_of_N (Z.to_N (fst s * n + snd s))) (mask s)
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

Definition transposing : list (int * int) := map (fun s => (mask s, mask (snd s, fst s))) (squares n).

Definition mirroring : list (int * int) := map (fun s => (mask s, mask (fst s, n - 1 - snd s)%Z)) (squares n).

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

Fixpoint any_move (cs : list cell) (own opp : int) : bool :=
  match cs with
  | [] => false
  | Cell _ here rays :: cs =>
      if (own lor opp) land here =? 0 then if turned rays own opp 0 =? 0 then any_move cs own opp else true
      else any_move cs own opp
  end.

(** The moves with the positions after them. *)
Fixpoint replies (cs : list cell) (own opp : int) : list (ascii * (int * int)) :=
  match cs with
  | [] => []
  | Cell code here rays :: cs =>
      if (own lor opp) land here =? 0 then
        let t := turned rays own opp 0 in
        if t =? 0 then replies cs own opp
        else let opp' := own lor t lor here in (code, (without opp opp', opp')) :: replies cs own opp
      else replies cs own opp
  end.

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

Fixpoint picture_of (pairs : list (int * int)) (x found : int) : int :=
  match pairs with
  | [] => found
  | (m, m') :: pairs => picture_of pairs x (if x land m =? 0 then found else found lor m')
  end.

Fixpoint least (turns : list (list (int * int))) (own opp least_own least_opp : int) : int * int :=
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
Variable turns : list (list (int * int)).
Variable leaves : int.
Variable good : bool -> int -> int -> bool. (* whether a game that ended meets the bound *)

(** Tries the moves, until one decides. *)
Fixpoint each (cs : list cell) (own opp : int) (mine moved : bool) (next : int -> int -> bool) (stuck : unit -> bool)
  : bool :=
  match cs with
  | [] => if moved then negb mine else stuck tt
  | Cell _ here rays :: cs =>
      if (own lor opp) land here =? 0 then
        let t := turned rays own opp 0 in
        if t =? 0 then each cs own opp mine moved next stuck
        else
          let opp' := own lor t lor here in
          if Bool.eqb (next (without opp opp') opp') mine then mine else each cs own opp mine true next stuck
      else each cs own opp mine moved next stuck
  end.

(** Whether the bound holds, by all moves. *)
Fixpoint holds (fuel : nat) (own opp : int) (mine : bool) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      each ordered own opp mine false (fun own' opp' => holds fuel own' opp' (negb mine))
        (fun _ =>
          let opp' := without opp own in
          if any_move table opp' own then holds fuel opp' own (negb mine) else good mine own opp)
  end.

Fixpoint empties (cs : list cell) (taken found : int) : int :=
  match cs with
  | [] => found
  | c :: cs => empties cs taken (if taken land here c =? 0 then found + 1 else found)
  end.

Fixpoint choose (x : ascii) (moves : list (ascii * (int * int))) : option (int * int) :=
  match moves with
  | [] => None
  | (y, after) :: moves => if Ascii.eqb x y then Some after else choose x moves
  end.

Inductive outcome := Done (seen : tree) (rest : list ascii) | Wrong (why : string) (rest : list ascii).

Fixpoint all_of (next : int -> int -> tree -> list ascii -> outcome) (moves : list (ascii * (int * int)))
  (seen : tree) (rest : list ascii) : outcome :=
  match moves with
  | [] => Done seen rest
  | (_, (own, opp)) :: moves =>
      match next own opp seen rest with
      | Done seen rest => all_of next moves seen rest
      | wrong => wrong
      end
  end.

Fixpoint visit (fuel : nat) (own opp : int) (mine : bool) (seen : tree) (rest : list ascii) : outcome :=
  match fuel with
  | O => Wrong "the game does not end" rest
  | S less =>
      let moves := replies table own opp in
      let opp' := without opp own in
      if match moves with [] => negb (any_move table opp' own) | _ => false end then
        if good mine own opp then Done seen rest else Wrong "a game ends with another score" rest
      else
        let (key_own, key_opp) := least turns own opp own opp in
        let h := hash_of key_own key_opp mine in
        if find_key h key_own key_opp mine seen then Done seen rest
        else
          let walked :=
            if empties table (own lor opp) 0 <=? leaves then
              if holds fuel own opp mine then Done seen rest
              else Wrong "a position with few empty squares is worth something else" rest
            else
              match moves with
              | [] => visit less opp' own (negb mine) seen rest
              | _ =>
                  if mine then
                    match rest with
                    | [] => Wrong "it ends before the proof does" rest
                    | x :: rest' =>
                        match choose x moves with
                        | Some (own', opp') => visit less own' opp' (negb mine) seen rest'
                        | None => Wrong "the cell is no legal move there" rest
                        end
                    end
                  else all_of (fun own' opp' => visit less own' opp' (negb mine)) moves seen rest
              end in
          match walked with
          | Done seen rest => Done (add_key h key_own key_opp mine seen) rest
          | wrong => wrong
          end
  end.

End Walk.

(** ** Scores, as numbers from 0 to 128: 64 is a draw *)

Fixpoint tally (cs : list cell) (x found : int) : int :=
  match cs with
  | [] => found
  | c :: cs => tally cs x (if x land here c =? 0 then found else found + 1)
  end.

Definition score_of (how : scoring) (area black white : int) : int :=
  match how with
  | WinnerTakesEmpties =>
      if black =? white then 64
      else if black <=? white then 64 + black + black - area else 64 + area - white - white
  | Discs | FewestDiscs => 64 + black - white
  end.

Definition good_for (cs : list cell) (how : scoring) (area limit : int) (is_least : bool) (holder : colour)
  (mine : bool) (own opp : int) : bool :=
  let a := tally cs own 0 in
  let b := tally cs (without opp own) 0 in
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

Inductive verdict := Accept (c : claim) | Reject (why : string) (rest : list ascii).

Fixpoint length_of (l : list ascii) (found : int) : int :=
  match l with
  | [] => found
  | _ :: l => length_of l (found + 1)
  end.

Definition claimed (c : claim) : position := {| discs := picture (width c) (text c); mover := to_move c |}.

(** Checks a claim by the bytes of its two sections, the second of them of a given length. *)
Definition prove (c : claim) (leaves second : int) (body : list ascii) : verdict :=
  let n := width c in
  if negb ((1 <=? n)%Z && (n <=? 7)%Z && (-64 <=? worth c)%Z && (worth c <=? 64)%Z)
  then Reject "the size or the score is out of range" body
  else
    let table := cells n in
    let ordered := map (cell_of n) (in_order n) in
    let a := transposing n in
    let b := mirroring n in
    let turns := [a; b; a; b; a; b; a] in
    let area := of_Z (n * n) in
    let limit := of_Z (64 + worth c) in
    let fuel := S (Z.to_nat (2 * n * n)) in
    let own := bits n (discs (claimed c)) (to_move c) in
    let opp := bits n (discs (claimed c)) (other (to_move c)) in
    let section is_least body :=
      let holder := if is_least : bool then wants_many (how c) else other (wants_many (how c)) in
      let mine := match holder, to_move c with Black, Black | White, White => true | _, _ => false end in
      visit table ordered turns leaves (good_for table (how c) area limit is_least holder) fuel own opp mine Tip body in
    match section true body with
    | Wrong why rest => Reject why rest
    | Done _ rest =>
        if length_of rest 0 =? second then
          match section false rest with
          | Wrong why rest => Reject why rest
          | Done _ [] => Accept c
          | Done _ rest => Reject "bytes are left over" rest
          end
        else Reject "the first section has another length" rest
    end.

(** *** The head *)

Fixpoint word (w : string) (l : list ascii) : option (list ascii) :=
  match w, l with
  | EmptyString, _ => Some l
  | String x w, y :: l => if Ascii.eqb x y then word w l else None
  | String _ _, [] => None
  end.

(** The first of some words with its meaning. *)
Fixpoint one_of {A} (words : list (string * A)) (l : list ascii) : option (A * list ascii) :=
  match words with
  | [] => None
  | (w, meaning) :: words => match word w l with Some l => Some (meaning, l) | None => one_of words l end
  end.

Fixpoint digits (l : list ascii) (read : Z) : Z * list ascii :=
  match l with
  | x :: l' =>
      let d := (Z.of_N (N_of_ascii x) - 48)%Z in
      if ((0 <=? d) && (d <=? 9))%bool%Z then digits l' (10 * read + d)%Z else (read, l)
  | [] => (read, l)
  end.

Definition number (l : list ascii) : option (Z * list ascii) :=
  let read (l : list ascii) := match digits l 0 with
    | (z, l') => if (length_of l' 0 =? length_of l 0) then None else Some (z, l')
    end in
  match l with
  | "-"%char :: l => match read l with Some (z, l) => Some (- z, l)%Z | None => None end
  | _ => read l
  end.

Fixpoint squares_text (k : nat) (l : list ascii) : option (string * list ascii) :=
  match k with
  | O => Some (EmptyString, l)
  | S k =>
      match one_of [("X", "X"%char); ("O", "O"%char); ("-", "-"%char)]%string l with
      | Some (x, l) => match squares_text k l with Some (t, l) => Some (String x t, l) | None => None end
      | None => None
      end
  end.

Notation "'let*' x := a 'or' why 'in' b" :=
  (match a with Some x => b | None => Reject why [] end) (at level 200, x pattern, a at level 100, b at level 200).

Definition newline : string := String "010" EmptyString.

Definition check (file : list ascii) : verdict :=
  let* l := word ("stonemask certificate 1" ++ newline ++ "game ") file or "it is not a certificate" in
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
  if negb ((least =? worth)%Z && (most =? worth)%Z) then Reject "its sections do not prove its claim" []
  else if negb (((0 <=? first) && (0 <=? second))%bool%Z && (length_of body 0 =? of_Z (first + second)))
  then Reject "its sections have another length" []
  else if negb ((0 <=? leaves) && (leaves <=? 64))%bool%Z then Reject "the size of its leaves is out of range" []
  else
    prove {| width := n; how := how; text := t; to_move := mover; worth := worth |} (of_Z leaves) (of_Z second) body.

(** ** Counting, to compare the rules with other programs *)

(** The games of so many moves and passes, and those that end before. *)
Fixpoint perft (cs : list cell) (depth : nat) (own opp : int) : N :=
  match depth with
  | O => 1
  | S depth =>
      match replies cs own opp with
      | [] => let opp' := without opp own in if any_move cs opp' own then perft cs depth opp' own else 1
      | moves => fold_left (fun sum move => sum + perft cs depth (fst (snd move)) (snd (snd move))) moves 0
      end
  end%N.

Definition perft_of (n : Z) (p : position) (depth : nat) : N :=
  perft (cells n) depth (bits n (discs p) (mover p)) (bits n (discs p) (other (mover p))).
