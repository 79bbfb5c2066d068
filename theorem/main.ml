(* Checks certificates by the extracted checker: a line for each file; the exit status is 1 if one is not proved. *)

open Checker

let rec text = function EmptyString -> "" | String (x, rest) -> String.make 1 x ^ text rest

let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1

let of_z = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> -of_positive p

let scoring = function Discs -> "discs" | WinnerTakesEmpties -> "winner-takes-empties" | FewestDiscs -> "anti"

let read name =
  let file = open_in_bin name in
  let length = in_channel_length file in
  let bytes = really_input_string file length in
  close_in file;
  bytes

(* Seven bytes each, the first one in the lowest bits, with a 1 above the last. *)
let numbers bytes =
  let length = String.length bytes in
  let rec number at last = if at = last then 1 else Char.code bytes.[at] lor (number (at + 1) last lsl 8) in
  let rec before at list = if at < 0 then list else before (at - 7) (number at (min (at + 7) length) :: list) in
  before (((length + 6) / 7 * 7) - 7) []

let proved name =
  match read name with
  | exception (Sys_error why | Invalid_argument why) -> Printf.printf "not proved: %s\n" why; false
  | exception End_of_file -> Printf.printf "not proved: %s: it cannot be read\n" name; false
  | bytes -> (
      match check (numbers bytes) with
      | Accept claim ->
          let mover = match claim.to_move with Black -> "X" | White -> "O" in
          Printf.printf "proved: othello%d, %s %s, %s: score %d\n" (of_z claim.width) (text claim.text) mover
            (scoring claim.how) (of_z claim.worth);
          true
      | Reject (why, rest) ->
          Printf.printf "not proved: %s: %s, with %d bytes to come\n" name (text why) (length_of rest);
          false)

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: check FILE..."; exit 2
  | names -> if not (List.fold_left (fun all name -> proved name && all) true names) then exit 1
