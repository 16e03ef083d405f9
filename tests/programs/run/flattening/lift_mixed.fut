-- A lifted function with scalar and array parameters and results, called from another lifted function.
-- Checklist: 19, 20.
-- ==
-- input { [3i64, 2i64, 1i64] [2i64, 5i64, 0i64] } output { [3i64, 0i64, 0i64] }
#[noinline]
def bar (y: i64) (xs: []i64) : ([]i64, i64) =
  let z = y * reduce (+) 0 xs
  in (iota z, 2 * z)

#[noinline]
def foo (a: i64) (b: i64) : i64 =
  let xs = iota a
  let (ys, z) = bar b xs
  in reduce (+) 0 ys - z

def main [n] (as: [n]i64) (bs: [n]i64) : [n]i64 = map2 foo as bs
