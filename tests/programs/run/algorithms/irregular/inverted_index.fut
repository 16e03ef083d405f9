-- The documents that contain each word, and how often it occurs.
-- ==
-- input { 5i64 [[1i64, 2i64, 1i64], [], [4i64, 1i64], [0i64]] }
-- output { [[3i64], [0i64, 2i64], [0i64], [], [2i64]] [1i64, 3i64, 1i64, 0i64, 1i64] }
-- input { 0i64 empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { 3i64 empty([0][?]i64) }
-- output { empty([3][?: 0, 0, 0]i64) [0i64, 0i64, 0i64] }
-- input { 3i64 empty([2][?: 0, 0]i64) }
-- output { empty([3][?: 0, 0, 0]i64) [0i64, 0i64, 0i64] }
-- input { 10i64 [[], [9i64, 1i64, 9i64, 0i64, 7i64], [], [8i64, 8i64, 7i64], [], [], [0i64, 1i64, 2i64, 9i64, 0i64,
-- 4i64, 0i64, 4i64], [6i64, 6i64, 9i64, 7i64, 2i64, 5i64, 1i64]] }
-- output { [[1i64, 6i64], [1i64, 6i64, 7i64], [6i64, 7i64], [], [6i64], [7i64], [7i64], [1i64, 3i64, 7i64], [3i64],
-- [1i64, 6i64, 7i64]] [4i64, 3i64, 2i64, 0i64, 2i64, 1i64, 2i64, 3i64, 2i64, 4i64] }

-- Words are numbers. The documents of every word that occurs, without repetition, and how often it occurs in all.
entry main [n] (vocabulary: i64) (documents: [n][?]i64) : ([vocabulary][?]i64, [vocabulary]i64) =
  let distinct: [n][?]i64 =
    map (\d -> let seen = hist (+) 0 vocabulary d (map (const 1i64) d)
               in filter (\w -> seen[w] > 0) (iota vocabulary)) documents
  let pairs: [n][?](i64, i64) = map2 (\i d -> map (\w -> (w, i)) d) (iota n) distinct
  let (words, numbers) = unzip (irregular.flatten pairs)
  let all = irregular.flatten documents
  in (irregular.group vocabulary words numbers, hist (+) 0 vocabulary all (map (const 1) all))
