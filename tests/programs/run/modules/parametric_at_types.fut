-- One parametric module over numbers, at four types.
-- ==
-- input { [1, 2, 4] [1f64, 2f64, 4f64] } output { 2 2.3333333333333335f64 2i64 true }
module statistics (n: numeric) = {
  def mean [k] (xs: [k]n.t) : n.t = (n./) (n.sum xs) (n.i64 k)
  def above (x: n.t) (y: n.t) : bool = (n.>) x y
}

module si32 = statistics i32
module sf64 = statistics f64
module si64 = statistics i64

def main (xs: []i32) (ys: []f64) =
  (si32.mean xs, sf64.mean ys, si64.mean (map i64.i32 xs), sf64.above 3 2)
