-- Sums and others of what loops give, and reductions inside of them.
-- ==
-- entry: combined
-- input { 500i64 }
-- output { 492i64 8i64 true }
-- entry: in_order
-- input { 100i64 }
-- output { 0u32 1279825377u32 }
-- entry: inside
-- input { 40i64 [1.0f32, 5.0f32, 2.5f32] }
-- output { [0.0f32, 1.25f32, 2.75f32, 3.25f32, 4.25f32, 5.25f32, 6.75f32, 8.75f32, 8.75f32, 12.75f32, 12.75f32,
-- 12.75f32, 12.75f32, 20.75f32, 20.75f32, 20.75f32, 20.75f32, 20.75f32, 20.75f32, 20.75f32, 20.75f32, 36.75f32,
-- 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32, 36.75f32,
-- 36.75f32, 36.75f32, 36.75f32, 36.75f32, 68.75f32, 68.75f32, 68.75f32] }
-- entry: of_rows
-- input { 6i64 75i64 }
-- output { [71i64, 74i64, 76i64, 73i64, 74i64, 77i64] }
def halvings (x: i64) : i64 = (loop (y, k) = (x, 0) while y % 2 == 0 && y > 0 do (y / 2, k + 1)).1

entry combined (n: i64) : (i64, i64, bool) =
  let ks = map halvings (iota n)
  in (i64.sum ks, i64.maximum ks, all (\i -> halvings i < 9) (iota n))

-- The operator is not commutative: x -> a x + b after another.
entry in_order (n: i64) : (u32, u32) =
  let after (a, b) (c, d) = (a * c, b * c + d)
  in reduce after (1, 0) (map (\i -> (u32.i64 (halvings i) + 2, u32.i64 i)) (iota n))

entry inside [m] (n: i64) (balls: [m]f32) : [n]f32 =
  tabulate n (\i ->
                (loop (t, k) = (0, 0i32) while k < 20 && t < f32.i64 i do
                   let d = f32.minimum (map (\b -> f32.abs (b - t)) balls)
                   in (t + d + 0.25, k + 1)).0)

entry of_rows (n: i64) (m: i64) : [n]i64 =
  tabulate n (\i -> i64.sum (tabulate m (\j -> halvings (i * m + j))))
