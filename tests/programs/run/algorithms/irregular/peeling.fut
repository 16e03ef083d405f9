-- Records of rows as the state of loops that take different numbers of rounds.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) [0i64] }
-- input { [[3i64, 1i64, 2i64], [], [5i64], [7i64, 7i64, 7i64, 7i64]] }
-- output { [[1i64, 2i64, 3i64], [], [5i64], [7i64, 7i64, 7i64, 7i64]] [3i64, 0i64, 1i64, 4i64] }
-- input { [[], [], [], [], [], [6i64, 6i64, 3i64, 7i64, 4i64], [6i64, 2i64, 9i64, 9i64, 4i64, 4i64, 7i64]] }
-- output { [[], [], [], [], [], [3i64, 4i64, 6i64, 6i64, 7i64], [2i64, 4i64, 6i64, 4i64, 7i64, 9i64, 9i64]] [0i64,
-- 0i64, 0i64, 0i64, 0i64, 4i64, 5i64] }
type~ state = {remaining: []i64, peeled: []i64, rounds: i64}

-- In each round the local minima are taken away.
def peel [n] (xs: [n]i64) : state =
  loop s: state = {remaining = xs, peeled = [], rounds = 0} while length s.remaining > 0 do
    let r = s.remaining
    let k = length r
    let is_low i = (i == 0 || r[i - 1] >= r[i]) && (i == k - 1 || r[i + 1] > r[i])
    let (low, other) = partition is_low (iota k)
    in {remaining = map (\i -> r[i]) other, peeled = s.peeled ++ map (\i -> r[i]) low, rounds = s.rounds + 1}

entry main [n] (rows: [n][?]i64) : ([n][?]i64, [n]i64) =
  let ends: [n]{remaining: [?]i64, peeled: [?]i64, rounds: i64} = map peel rows
  in (map (.peeled) ends, map (.rounds) ends)
