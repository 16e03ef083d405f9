-- Constructors that carry the same type share a place; each keeps its own value.
-- ==
-- input { true 1i64 2i64 } output { 1i64 }
-- input { false 1i64 2i64 } output { -2i64 }
type t = #positive i64 | #negative i64

def value (x: t) : i64 =
  match x
  case #positive a -> a
  case #negative b -> -b

def main (p: bool) (a: i64) (b: i64) : i64 = value (if p then #positive a else #negative b)
