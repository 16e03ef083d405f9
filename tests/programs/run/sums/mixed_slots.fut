-- Payloads of many types; constructors reuse the places of others of the same type.
-- ==
-- input { [0, 1, 2, 3, 4] } output { [3f64, 11f64, 14.5f64, 2f64, 0f64] }
type t = #a i32 i32 | #b i32 f64 bool | #c f64 i32 f64 | #d bool bool | #e

def make (k: i32) : t =
  match k
  case 0 -> #a 1 2
  case 1 -> #b 4 6 true
  case 2 -> #c 7.5 5 2
  case 3 -> #d true true
  case _ -> #e

def value (x: t) : f64 =
  match x
  case #a i j -> f64.i32 (i + j)
  case #b i f p -> f64.i32 i + f + (if p then 1 else 0)
  case #c f i g -> f + f64.i32 i + g
  case #d p q -> f64.bool p + f64.bool q
  case #e -> 0

def main (ks: []i32) : []f64 = map (\k -> value (make k)) ks
