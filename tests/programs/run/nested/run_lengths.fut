-- Run-length coding of every row, both ways. Expected values are from a library of another language.
-- ==
-- entry: decode
-- input { empty([0][?]i64) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[], [0i64]] [[], [5]] } output { [[], []] }
-- input { [[2i64, 0i64, 3i64], [], [1i64, 1i64]] [[7, 8, 9], [], [1, 2]] } output { [[7, 7, 9, 9, 9], [], [1, 2]] }

-- ==
-- entry: encode
-- input { empty([0][?]i32) } output { empty([0][?]i32) empty([0][?]i64) }
-- input { [[], [5]] } output { [[], [5]] [[], [1i64]] }
-- input { [[7, 7, 8, 9, 9, 9], [], [1, 2, 2]] }
-- output { [[7, 8, 9], [], [1, 2]] [[2i64, 1i64, 3i64], [], [1i64, 2i64]] }
entry decode [n] (lengths: [n][?]i64) (values: [n][?]i32) : [n][?]i32 =
  map (\runs -> irregular.flatten (map (\(l, v) -> replicate l v) runs : [][?]i32))
      (irregular.zip lengths values)

entry encode [n] (xss: [n][?]i32) : ([n][?]i32, [n][?]i64) =
  let encoded: [n][?](i32, i64) =
    map (\xs ->
           let starts = filter (\i -> i == 0 || xs[i - 1] != xs[i]) (indices xs)
           in map (\k ->
                     let end = if k + 1 < length starts then starts[k + 1] else length xs
                     in (xs[starts[k]], end - starts[k])) (indices starts)) xss
  in irregular.unzip encoded
