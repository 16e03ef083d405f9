-- Loops that carry arrays are not done in lanes, and give what they ever gave.
-- ==
-- input { 40i64 }
entry main (n: i64) : [n]i64 =
  tabulate n (\i ->
                let (xs, _) =
                  loop (xs, k) = (replicate 4 i, 0) while xs[k % 4] > 2 && k < 10 do
                    let x = xs[k % 4] / 2
                    in (xs with [(k + 1) % 4] = x, k + 1)
                in xs[0] + 10 * xs[1] + 100 * xs[2])
