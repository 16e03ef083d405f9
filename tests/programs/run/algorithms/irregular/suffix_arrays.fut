-- Suffix arrays of all strings by doubling.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0][?]i64) }
-- input { empty([2][?: 0, 0]u8) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[97u8]] }
-- output { [[0i64]] }
-- input { [[98u8, 97u8, 110u8, 97u8, 110u8, 97u8], [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8,
-- 112u8, 105u8], [], [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8], [122u8, 121u8, 120u8]] }
-- output { [[5i64, 3i64, 1i64, 0i64, 4i64, 2i64], [10i64, 7i64, 4i64, 1i64, 0i64, 9i64, 8i64, 6i64, 3i64, 5i64, 2i64],
-- [], [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64], [2i64, 1i64, 0i64]] }
-- input { [[98u8, 97u8, 97u8, 98u8, 98u8, 98u8, 97u8, 98u8, 97u8, 97u8, 98u8, 98u8, 98u8, 97u8, 97u8, 98u8, 97u8, 97u8,
-- 98u8, 98u8, 98u8, 98u8, 97u8, 97u8, 97u8, 97u8, 98u8, 97u8, 97u8, 98u8, 98u8, 97u8, 97u8, 97u8, 98u8, 98u8, 98u8,
-- 97u8, 97u8, 98u8, 98u8, 98u8, 97u8, 98u8, 97u8, 98u8, 97u8, 98u8, 97u8, 98u8]] }
-- output { [[22i64, 23i64, 31i64, 24i64, 13i64, 27i64, 8i64, 32i64, 1i64, 37i64, 16i64, 48i64, 25i64, 6i64, 14i64,
-- 46i64, 44i64, 42i64, 28i64, 9i64, 33i64, 2i64, 38i64, 17i64, 49i64, 21i64, 30i64, 12i64, 26i64, 7i64, 0i64, 36i64,
-- 15i64, 47i64, 5i64, 45i64, 43i64, 41i64, 20i64, 29i64, 11i64, 35i64, 4i64, 40i64, 19i64, 10i64, 34i64, 3i64, 39i64,
-- 18i64]] }

def radix_sort_by [n] 'a (bits: i32) (key: a -> i64) (xs: [n]a) : [n]a =
  loop xs for b < bits do
    let zeros = map (\x -> 1 - ((key x >> i64.i32 b) & 1)) xs
    let before = exscan (+) 0 zeros
    let total = i64.sum zeros
    let place i z o = if z == 1 then o else total + i - o
    in scatter (copy xs) (map3 place (iota n) zeros before) xs

def suffix_array [n] (text: [n]u8) : [n]i64 =
  let bits = 2 * (64 - i64.clz (i64.max n 256)) + 1
  let half = i64.i32 (bits / 2 + 1)
  let rank_of (order: [n]i64) (keys: [n]i64) : [n]i64 =
    let new =
      map (\i -> if i == 0 then 0 else i64.bool (keys[order[i]] != keys[order[i - 1]])) (iota n)
    in scatter (replicate n 0) order (scan (+) 0 new)
  let order = radix_sort_by 8 (\i -> i64.u8 text[i]) (iota n)
  let ranks = rank_of order (map i64.u8 text)
  let (order, _, _) =
    loop (order, ranks, width) = (order, ranks, 1) while width < n do
      let key i = (ranks[i] << half) + (if i + width < n then ranks[i + width] + 1 else 0)
      let keys = map key (iota n)
      let order = radix_sort_by (i32.i64 half * 2) (\i -> keys[i]) order
      in (order, rank_of order keys, 2 * width)
  in order

entry main [n] (texts: [n][?]u8) : [n][?]i64 = map suffix_array texts
