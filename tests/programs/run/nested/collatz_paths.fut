-- Paths of numbers to one.
-- ==
-- input { [1, 6, 7, 3, 12] }
-- output { [[1], [6, 3, 10, 5, 16, 8, 4, 2, 1], [7, 22, 11, 34, 17, 52, 26, 13, 40, 20, 10, 5, 16, 8, 4, 2, 1], [3, 10, 5, 16, 8, 4, 2, 1], [12, 6, 3, 10, 5, 16, 8, 4, 2, 1]] [1, 16, 52, 16, 16] }

def path (n: i64) : []i64 =
  let (steps, _) =
    loop (steps, x) = ([n], n) while x != 1 do
      let x = if x % 2 == 0 then x / 2 else 3 * x + 1
      in (steps ++ [x], x)
  in steps

entry main [n] (xs: [n]i64) : ([n][?]i64, [n]i64) =
  let paths: [n][?]i64 = map path xs
  in (paths, map i64.maximum paths)
