(* Rocq's integers of 63 bits by OCaml's, which wrap around likewise; for Extract.v. Comparisons are without sign. *)

type t = int

external of_int : int -> int = "%identity"
external add : int -> int -> int = "%addint"
external sub : int -> int -> int = "%subint"
external mul : int -> int -> int = "%mulint"
external l_and : int -> int -> int = "%andint"
external l_or : int -> int -> int = "%orint"
external l_xor : int -> int -> int = "%xorint"

let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0
let equal (x : int) (y : int) = x = y
let lt (x : int) (y : int) = x lxor min_int < y lxor min_int
let le (x : int) (y : int) = x lxor min_int <= y lxor min_int
