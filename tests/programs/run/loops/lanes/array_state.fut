-- Loops that carry arrays are not done in lanes, and give what they ever gave.
-- ==
-- input { 40i64 }
-- output { [0i64, 111i64, 222i64, 313i64, 424i64, 525i64, 136i64, 137i64, 248i64, 249i64, 260i64, 261i64,
-- 372i64, 373i64, 384i64, 385i64, 496i64, 497i64, 508i64, 509i64, 620i64, 621i64, 632i64, 633i64, 721i64,
-- 721i64, 731i64, 731i64, 841i64, 841i64, 851i64, 851i64, 962i64, 962i64, 972i64, 972i64, 1082i64, 1082i64,
-- 1092i64, 1092i64] }
entry main (n: i64) : [n]i64 =
  tabulate n (\i ->
                let (xs, _) =
                  loop (xs, k) = (replicate 4 i, 0) while xs[k % 4] > 2 && k < 10 do
                    let x = xs[k % 4] / 2
                    in (xs with [(k + 1) % 4] = x, k + 1)
                in xs[0] + 10 * xs[1] + 100 * xs[2])
