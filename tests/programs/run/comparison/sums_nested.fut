-- Equality of sums inside sums and tuples.
-- ==
-- input { 0 0 5 } output { true }
-- input { 0 1 5 } output { false }
-- input { 1 1 5 } output { true }
-- input { 2 2 5 } output { true }
-- input { 1 2 0 } output { false }
type inner = #none | #some i32
type outer = #left inner | #right (i32, inner)

def make (k: i32) (x: i32) : outer =
  if k == 0 then #left #none else if k == 1 then #left (#some x) else #right (x, #some x)

def main (j: i32) (k: i32) (x: i32) : bool = make j x == make k x
