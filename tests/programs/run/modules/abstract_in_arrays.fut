-- Values of an abstract type in arrays, reductions and loops.
-- ==
-- input { [1, 2, 3] } output { 321 [1, 21, 321] }
module text : {
    type t
    val empty : t
    val digit : i32 -> t
    val append : t -> t -> t
    val value : t -> i32
  } = {
  type t = (i32, i32)
  def empty : t = (0, 1)
  def digit (x: i32) : t = (x, 10)
  def append ((a, p): t) ((b, q): t) : t = (a + p * b, p * q)
  def value (t: t) : i32 = t.0
}

def main (xs: []i32) =
  let ts = map text.digit xs
  in (text.value (reduce text.append text.empty ts),
      map text.value (scan text.append text.empty ts))
