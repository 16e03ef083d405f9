-- A closure is made anew in each iteration of a loop.
-- ==
-- input { 4i64 } output { [0i64, 11i64, 24i64, 39i64] }
def apply_to (f: i64 -> i64) : i64 = f 10

def main (n: i64) =
  loop xs = replicate n 0 for i < n do
    let f x = (x + i) * i
    in xs with [i] = apply_to f
