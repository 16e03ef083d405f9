-- A higher-order function over a sum: map on either side.
-- ==
-- input { true 3 } output { 4 }
-- input { false 3 } output { 300 }
type either 'a 'b = #left a | #right b

def both 'a 'b 'c (f: a -> c) (g: b -> c) (e: either a b) : c =
  match e
  case #left x -> f x
  case #right y -> g y

def main (p: bool) (x: i32) : i32 =
  both (\y -> y + 1)
       (\(z, w) -> z * w)
       (if p then #left x else (#right (x, 100) : either i32 (i32, i32)))
