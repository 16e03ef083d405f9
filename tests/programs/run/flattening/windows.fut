-- Windows of different widths over one signal, each processed on its own.
-- ==
-- input { [1, 2, 3, 4] [1i64, 3i64, 2i64] } output { [[1], [2, 3, 4], [3, 4]] [1, 4, 4] }
def main [n] (signal: []i32) (widths: [n]i64) : ([n][?]i32, [n]i32) =
  let windows: [n][?]i32 = map2 (\i w -> signal[i:i + w]) (iota n) widths
  in (windows, map i32.maximum windows)
