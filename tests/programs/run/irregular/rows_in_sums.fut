-- Rows that are parts of sums, in an array.
-- ==
-- entry: mapped
-- input { [[1, 2, 3], [], [5, 7], [9]] } output { [6, -1, 28, 9] }
-- input { empty([0][0]i32) } output { empty([0]i32) }
entry mapped [n] (rows: [n][?]i32) : [n]i32 =
  let choices: [n](#none | #one i32 | #two i64 ([?]i32) | #many ([?]i32)) =
    map (\row ->
           match length row
           case 0 -> #none
           case 1 -> #one row[0]
           case 2 -> #two 7 (row ++ row)
           case _ -> #many row)
        rows
  in map (\c ->
            match c
            case #none -> -1
            case #one x -> x
            case #two k row -> i32.i64 (k * length row)
            case #many row -> i32.sum row)
         choices

-- ==
-- entry: by_index
-- input { [[1, 2, 3], []] 0i64 } output { 9i64 }
-- input { [[1, 2, 3], []] 1i64 } output { -1i64 }
entry by_index [n] (rows: [n][?]i32) (i: i64) : i64 =
  let choices: [n](#none | #pairs ([?](i32, i64))) =
    map (\row -> if null row then #none else #pairs (zip row (indices row))) rows
  in match choices[i]
     case #none -> -1
     case #pairs ps -> i64.sum (map (\(x, j) -> i64.i32 x + j) ps)
