-- A size that only the constructor that was not chosen mentions.
-- ==
-- input { 3i64 } output { 3i64 }
-- input { 0i64 } output { 0i64 }

module m
  : {
    type~ t
    val make : i64 -> *t
    val count : t -> i64
  } = {
  type~ t = #foo ([]i32) | #bar ([]i32)
  def make (n: i64) : *t = #foo (replicate n 0)

  def count (x: t) : i64 =
    match x
    case #foo xs -> length xs
    case #bar xs -> -length xs
}

def main (n: i64) : i64 = m.count (m.make n)
