-- An unknown size inside of a record from a branch, used twice.
-- ==
-- input { true } output { 6 3i64 }
-- input { false } output { 10 1i64 }
def main (p: bool) =
  let r = if p then {xs = [1, 2, 3], k = 0i32} else {xs = [10], k = 1}
  in (i32.sum (map2 (*) r.xs (map (const 1) r.xs)), length r.xs)
