-- Values of sum types are equal if constructors and payloads are; a payload that shares its place with another does
-- not count.
-- ==
-- input { 1 1 } output { true false false true }
-- input { 1 2 } output { false false false true }
type t = #a i32 | #b i32 | #c

def main (x: i32) (y: i32) =
  ((#a x : t) == #a y, (#a x : t) == #b y, (#a x : t) == #c, (#c : t) == #c)
