-- Game trees by recursion over rows of moves: the value of many boards, and all best moves.
-- ==
-- entry: main
-- input { empty([0][9]i8) }
-- output { empty([0]i8) empty([0][?]i64) }
-- input { [[-1i8, 1i8, -1i8, -1i8, -1i8, 1i8, 1i8, 1i8, 0i8], [-1i8, 1i8, 0i8, -1i8, 1i8, 1i8, -1i8, 0i8, 0i8],
-- [-1i8, 0i8, -1i8, 1i8, -1i8, 1i8, 1i8, -1i8, 1i8]] }
-- output { [1i8, -1i8, 0i8] [[8i64], [], [1i64]] }

type player = #cross | #nought
type board = [9]i8

def other (p: player) : player = match p case #cross -> #nought case #nought -> #cross
def mark (p: player) : i8 = match p case #cross -> 1 case #nought -> -1

def winner (b: board) : i8 =
  let lines =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
  let sums = map (\l -> b[l[0]] + b[l[1]] + b[l[2]]) lines
  in if any (== 3) sums then 1 else if any (== -3) sums then -1 else 0

def moves (b: board) : []i64 = filter (\i -> b[i] == 0) (iota 9)

def value (p: player) (b: board) : i8 =
  let w = winner b
  let ms = moves b
  in if w != 0 || null ms
     then w
     else let values = map (\m -> value (other p) (copy b with [m] = mark p)) ms
          in match p
             case #cross -> i8.maximum values
             case #nought -> i8.minimum values

entry main [n] (boards: [n][9]i8) : ([n]i8, [n][?]i64) =
  let to_move (b: board) : player = if i8.sum b == 0 then #cross else #nought
  let best (b: board) : []i64 =
    let p = to_move b
    let v = value p b
    in if winner b != 0
       then []
       else filter (\m -> value (other p) (copy b with [m] = mark p) == v) (moves b)
  in (map (\b -> value (to_move b) b) boards, map best boards)
