-- Three levels of maps with scalars computed between the levels.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[[31, 32], [32, 33]], [[73, 74], [74, 75]]] }
def main [n] [m] (xss: [n][m]i32) : [n][m][m]i32 =
  map (\xs ->
         let s = 10 * i32.sum xs
         in map (\x ->
                   let t = s + x
                   in map (\i -> t + i32.i64 i) (iota m)) xs) xss
