-- Sudoku 4 x 4: a frontier of boards, extended at the cell with the fewest choices; all solutions of many puzzles.
-- ==
-- entry: main
-- input { empty([0][16]i8) }
-- output { empty([0]i64) empty([0][?][16]i8) }
-- input { [[3i8, 0i8, 0i8, 0i8, 0i8, 2i8, 4i8, 0i8, 0i8, 0i8, 0i8, 0i8, 2i8, 0i8, 0i8, 4i8]] }
-- output { [3i64] [[[3i8, 4i8, 1i8, 2i8, 1i8, 2i8, 4i8, 3i8, 4i8, 3i8, 2i8, 1i8, 2i8, 1i8, 3i8, 4i8], [3i8, 4i8, 2i8,
-- 1i8, 1i8, 2i8, 4i8, 3i8, 4i8, 1i8, 3i8, 2i8, 2i8, 3i8, 1i8, 4i8], [3i8, 4i8, 2i8, 1i8, 1i8, 2i8, 4i8, 3i8, 4i8,
-- 3i8, 1i8, 2i8, 2i8, 1i8, 3i8, 4i8]]] }
-- input { [[1i8, 1i8, 3i8, 4i8, 0i8, 3i8, 2i8, 0i8, 3i8, 4i8, 1i8, 2i8, 2i8, 1i8, 0i8, 3i8], [3i8, 0i8, 4i8, 1i8,
-- 1i8, 0i8, 0i8, 0i8, 4i8, 0i8, 1i8, 2i8, 2i8, 0i8, 3i8, 4i8], [1i8, 0i8, 4i8, 0i8, 3i8, 4i8, 2i8, 0i8, 2i8, 0i8,
-- 0i8, 4i8, 0i8, 1i8, 0i8, 0i8]] }
-- output { [1i64, 1i64, 1i64] [[[1i8, 1i8, 3i8, 4i8, 4i8, 3i8, 2i8, 1i8, 3i8, 4i8, 1i8, 2i8, 2i8, 1i8, 4i8, 3i8]],
-- [[3i8, 2i8, 4i8, 1i8, 1i8, 4i8, 2i8, 3i8, 4i8, 3i8, 1i8, 2i8, 2i8, 1i8, 3i8, 4i8]], [[1i8, 2i8, 4i8, 3i8, 3i8, 4i8,
-- 2i8, 1i8, 2i8, 3i8, 1i8, 4i8, 4i8, 1i8, 3i8, 2i8]]] }

def side : i64 = 4
type board = [16]i8

def allowed (b: board) (cell: i64) : []i8 =
  let (r, c) = (cell / side, cell % side)
  let conflicts v =
    any (\k -> b[r * side + k] == v || b[k * side + c] == v) (iota side)
    || any (\k -> b[(r / 2 * 2 + k / 2) * side + c / 2 * 2 + k % 2] == v) (iota side)
  in filter (\v -> !(conflicts v)) (map (\x -> i8.i64 x + 1) (iota side))

def extend (b: board) : [][16]i8 =
  let empty_cells = filter (\c -> b[c] == 0) (iota 16)
  let choices: [][?]i8 = map (allowed b) empty_cells
  let counts = map length choices
  let (best, _) =
    reduce (\a b -> if (b.1 < a.1) || (b.1 == a.1 && b.0 < a.0) then b else a)
           (0, i64.highest)
           (zip (indices counts) counts)
  in map (\v -> copy b with [empty_cells[best]] = v) choices[best]

def solve (b: board) : [][16]i8 =
  let missing = i64.sum (map (\x -> i64.bool (x == 0)) b)
  in loop boards = [b] for _i < missing do
       let next: [][?][16]i8 = map extend boards
       in irregular.flatten next

entry main [n] (puzzles: [n][16]i8) : ([n]i64, [n][?][16]i8) =
  let solutions: [n][?][16]i8 = map solve puzzles
  in (map length solutions, solutions)
