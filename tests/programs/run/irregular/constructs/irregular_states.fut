-- Loops whose state is irregular, in maps: states of several arrays, of sums, match in map in loop in map, early stops.
-- ==
-- entry: grown
-- input { empty([0]i64) 4i64 }
-- output { empty([0][?][?]i64) empty([0]i64) }
-- input { [0i64] 2i64 }
-- output { [[[0i64], [0i64], [1i64, 1i64]]] [2i64] }
-- input { [0i64, 3i64] 3i64 }
-- output { [[[0i64], [0i64], [1i64, 1i64], [2i64, 2i64, 3i64, 3i64]], [[3i64], [3i64], [4i64, 4i64], [5i64, 5i64,
-- 6i64, 6i64]]] [12i64, 36i64] }
-- input { [0i64, 9i64, 4i64, 6i64] 4i64 }
-- output { [[[0i64], [0i64], [1i64, 1i64], [2i64, 2i64, 3i64, 3i64]], [[9i64], [9i64], [10i64, 10i64], [11i64, 11i64,
-- 12i64, 12i64]], [[4i64], [4i64], [5i64, 5i64], [6i64, 6i64, 7i64, 7i64]], [[6i64], [6i64], [7i64, 7i64], [8i64,
-- 8i64, 9i64, 9i64]]] [12i64, 84i64, 44i64, 60i64] }

-- ==
-- entry: machines
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [[1i64, 2i64]] [0i64] }
-- input { [[], [15i64]] }
-- output { [[1i64, 2i64], [1i64, 2i64, 2i64, 4i64]] [0i64, 1i64] }
-- input { [[], [26i64], [], []] }
-- output { [[1i64, 2i64], [1i64], [1i64, 2i64], [1i64, 2i64]] [0i64, 1i64, 0i64, 0i64] }

-- ==
-- entry: pairs
-- input { empty([0][?][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { empty([1][?: 0][?]i64) }
-- output { [0i64] empty([1][?: 0]i64) }
-- input { empty([2][?: 1, 1][?: 0, 0]i64) }
-- output { [1i64, 1i64] [[0i64], [0i64]] }
-- input { [[[8i64, -2i64, 0i64], [3i64, 7i64], [7i64]], [], [[6i64], []], []] }
-- output { [3i64, 0i64, 1i64, 0i64] [[6i64, 10i64, 7i64, 6i64, 10i64, 6i64], [], [6i64, 0i64], []] }

-- ==
-- entry: prefixes
-- input { empty([0][?][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0]i64) [0i64] }
-- input { empty([2][?: 1, 1][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0]i64) [0i64, 0i64] }
-- input { [[[8i64, -2i64, 0i64], [3i64, 7i64], [7i64]], [], [[6i64], []], []] }
-- output { [[8i64, -2i64, 0i64], [], [6i64], []] [175i64, 0i64, 36i64, 0i64] }

type~ work = {todo: [][?]i64, done: []i64, rounds: i64}

def round (w: work) : work =
  let sums = map i64.sum w.todo
  let open_rows = filter (\row -> length row > 1) w.todo
  let shorter: [][?]i64 =
    map (\row -> map (\i -> row[2 * i] + (if 2 * i + 1 < length row then row[2 * i + 1] else 0))
                     (iota ((length row + 1) / 2))) open_rows
  in {todo = shorter, done = w.done ++ sums, rounds = w.rounds + 1}

entry pairs [n] (xsss: [n][?][?]i64) : ([n]i64, [n][?]i64) =
  let finish (xss: [][?]i64) : work =
    loop (w: work) = {todo = xss, done = [], rounds = 0} while !(null w.todo) do round w
  in unzip (map (\xss -> let w = finish xss in (w.rounds, w.done)) xsss)

type step = #double | #add i64 | #drop | #halt

def read (x: i64) : step =
  match x % 5
  case 0 -> #double
  case 1 -> #drop
  case 2 -> #halt
  case y -> #add y

-- A program for each row, on a stack that is an array of its own.
entry machines [n] (programs: [n][?]i64) : ([n][?]i64, [n]i64) =
  unzip (map (\program ->
                let (stack, at, _) =
                  loop (stack, at, go) = ([1, 2], 0, true) while go && at < length program do
                    match read program[at]
                    case #double -> (stack ++ map (* 2) stack, at + 1, length stack < 60)
                    case #drop -> (if null stack then stack else init stack, at + 1, true)
                    case #halt -> (stack, at, false)
                    case #add y -> (map (+ y) stack, at + 1, true)
                in (stack, at)) programs)

-- A loop over rows in a map over rows of rows, and a map in it.
entry prefixes [n] (xsss: [n][?][?]i64) : ([n][?]i64, [n]i64) =
  let each (xss: [][?]i64) =
    loop (longest, total) = ([], 0) for row in xss do
      let longest = if length row > length longest then map (+ total) row else longest
      in (longest, total + i64.sum (map (\x -> x * x) row))
  in unzip (map each xsss)

-- The state of a loop is three deep, and grows.
entry grown [n] (xs: [n]i64) (k: i64) : ([][?][?]i64, [n]i64) =
  let start: [n][?][?]i64 = map (\x -> [[x]] : [][?]i64) xs
  let last_state: [n][?][?]i64 =
    loop (s: [n][?][?]i64) = start for i < k do
      map (\xss -> if length xss > 3 then xss else xss ++ [map (+ i) (irregular.flatten xss)]) s
  in (last_state, map (\xss -> i64.sum (map i64.sum xss)) last_state)
