-- Two functions that call each other in maps: the values of a game.
-- ==
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 0i64] }
-- output { [0i64, 0i64] }
-- input { [2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64] }
-- output { [1i64, 0i64, 1i64, 0i64, 3i64, -2i64, 3i64, 0i64, 5i64, -4i64, 5i64, -4i64] }
-- input { [16i64, 3i64, 1i64, 12i64] }
-- output { [5i64, 0i64, 0i64, 5i64] }

-- A game as a number: in each turn one takes a divisor away from it; who faces 0 or 1 loses. The first player wants the
-- largest sum of what was taken, the second one the smallest.
def divisors (n: i64) : []i64 = filter (\d -> n % d == 0) (map (+ 1) (iota (n / 2)))

def largest (n: i64) : i64 =
  if n <= 1 then 0
  else let moves = divisors n in i64.maximum (map (\d -> d + smallest (n - d)) moves)

def smallest (n: i64) : i64 =
  if n <= 1 then 0
  else let moves = divisors n in i64.minimum (map (\d -> largest (n - d) - d) moves)

entry main [q] (ns: [q]i64) : [q]i64 = map largest ns
