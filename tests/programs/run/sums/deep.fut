-- Sums nested three deep with shared places at every level.
-- ==
-- input { [0, 1, 2, 3, 4] } output { [1, 12, 103, 1004, -1] }
type a = #x i32 | #y i32
type b = #left a | #right a | #number i32
type c = #deep b | #none

def make (k: i32) : c =
  match k
  case 0 -> #deep (#left (#x 1))
  case 1 -> #deep (#left (#y 2))
  case 2 -> #deep (#right (#x 3))
  case 3 -> #deep (#number 4)
  case _ -> #none

def value (v: c) : i32 =
  match v
  case #deep (#left (#x n)) -> n
  case #deep (#left (#y n)) -> 10 + n
  case #deep (#right (#x n)) -> 100 + n
  case #deep (#right (#y n)) -> 500 + n
  case #deep (#number n) -> 1000 + n
  case #none -> -1

def main (ks: []i32) : []i32 = map (\k -> value (make k)) ks
