-- Entry points with irregular arrays in the elements of arrays and in sums.

type graph = {name: i32, neighbours: [3][?]i64}
type layers = ([2][?][2][?]i32, u8)
type drawing [n] = #nothing | #lines f32 ([n][?]f32) | #points ([n]f32) | #graph graph
type numbers [n] = #floats ([n]f32) | #ints ([n]i32) | #three ([3]u8)
type note = #none | #words ([2][?]u8) | #number i64

-- Arrays of records.
entry edges [n] (gs: [n]graph) : [n]i64 = map (\g -> i64.sum (map length g.neighbours)) gs
entry graphs (n: i64) : [n]graph =
  tabulate n (\i -> {name = i32.i64 i, neighbours = map (\j -> iota (i + j)) (iota 3) : [3][?]i64})
entry renamed [n] (gs: *[n]graph) : *[n]graph = map (\g -> g with name = g.name + 1) gs
entry corner (gss: [][]graph) : graph = gss[1, 0]
entry total [n] (ls: [n]layers) : i32 =
  i32.sum (map (\l -> i32.sum (map (\m -> i32.sum (map (\r -> i32.sum (map i32.sum r)) m)) l.0) * i32.u8 l.1) ls)

-- Rows of records.
entry edges_of_rows [n] (rows: [n][?]graph) : [n]i64 =
  map (\row -> i64.sum (map (\g -> i64.sum (map length g.neighbours)) row)) rows
entry rows_of_graphs (n: i64) : [n][?]graph =
  map (\i -> tabulate i (\k -> {name = i32.i64 (10 * i + k), neighbours = map (\j -> iota (k + j)) (iota 3) : [3][?]i64}))
      (iota n)

-- Sums.
entry size [n] (d: drawing [n]) : f32 =
  match d
  case #nothing -> 0
  case #lines width ls -> width * f32.sum (map f32.sum ls)
  case #points ps -> f32.sum ps
  case #graph g -> f32.i64 (i64.sum (map i64.sum g.neighbours)) + f32.i32 g.name
entry drawn (k: i32) : drawing [2] =
  match k
  case 0 -> #lines 2 ([[1], [2, 3]] : [2][?]f32)
  case 1 -> #points [4, 5]
  case 2 -> #graph {name = 7, neighbours = [[0], [], [1, 2]] : [3][?]i64}
  case _ -> #nothing
entry letters [n] (ns: [n]note) : [n]i64 =
  map (\x -> match x
             case #none -> 0
             case #words ws -> i64.sum (map length ws)
             case #number k -> k)
      ns
entry notes (n: i64) : [n]note =
  tabulate n (\i -> if i % 3 == 0 then #none
                    else if i % 3 == 1 then #words ([replicate i 1, []] : [2][?]u8)
                    else #number (-i))
entry longest (n: note) : i64 =
  match n
  case #none -> 0
  case #words ws -> i64.maximum (map length ws)
  case #number k -> k

-- Sums with arrays whose sizes only one constructor knows.
entry summed [n] (ns: numbers [n]) : f32 =
  match ns
  case #floats xs -> f32.sum xs
  case #ints xs -> f32.i32 (i32.sum xs)
  case #three xs -> f32.u8 xs[2]
entry added [n] (ns: numbers [n]) (ys: [n]i32) : f32 = summed ns + f32.i64 (100 * n) + f32.i32 (i32.sum ys)
