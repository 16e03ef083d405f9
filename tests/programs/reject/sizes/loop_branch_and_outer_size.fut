-- The parameter must be as long as `xs`, and one branch gives another size.
def f [m] (n: i64) (xs: [m]i64) =
  loop best = xs for i < n do
    let sums = map2 (+) xs best
    in if sums[0] > 3 then iota i else best
