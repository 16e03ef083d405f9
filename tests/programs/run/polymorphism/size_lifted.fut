-- A size-lifted type parameter takes an abstract type that hides the size of an array.
-- ==
-- input { true 3i64 } output { [0i64, 1i64, 2i64] }
-- input { false 3i64 } output { [7i64] }
module row : {
    type~ t
    val make [n] : [n]i64 -> t
    val elements : t -> ?[n].[n]i64
  } = {
  type~ t = []i64
  def make (xs: []i64) : t = xs
  def elements (r: t) : []i64 = r
}

def choose '~a (p: bool) (x: a) (y: a) : a = if p then x else y
def main (p: bool) (n: i64) : []i64 = row.elements (choose p (row.make (iota n)) (row.make [7]))
