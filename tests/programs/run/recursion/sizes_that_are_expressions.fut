-- Functions that are lifted, with sizes that are expressions: the same size has several names in them, and not of all of
-- them it is known that it is the same for all calls.

-- ==
-- entry: scanned
-- input { 3i64 4i64 } output { [0i64, -1i64, -2i64] }

def scan_at (lg: i64) (loc: [lg * 2]i64) (d: i64) : i64 =
  if d > 0
  then scan_at lg loc (d - 1)
  else let scn = scan (+) 0 (map (\j -> loc[j]) (iota (lg * 2)))
       let histo = map2 (\a c -> a - c) loc scn
       in histo[1]

entry scanned (m: i64) (lg: i64) : []i64 =
  map (\x -> scan_at lg x 1) (tabulate_2d m (lg * 2) (\i j -> i + j))

-- ==
-- entry: scanned_rows
-- input { 2i64 2i64 } output { [[0i64, 1i64, 3i64, 6i64], [1i64, 3i64, 6i64, 10i64]] }

-- The result has the size of the parameter.
def scan_all (lg: i64) (loc: [lg * 2]i64) (d: i64) : [lg * 2]i64 =
  if d > 0
  then scan_all lg loc (d - 1)
  else scan (+) 0 (map (\j -> loc[j]) (iota (lg * 2)))

entry scanned_rows (m: i64) (lg: i64) =
  map (\x -> scan_all lg x 1) (tabulate_2d m (lg * 2) (\i j -> i + j))

-- ==
-- entry: both
-- input { 3i64 2i64 } output { [6i64, 10i64, 14i64] [4i64, 5i64, 6i64] }

-- A reduction that gathers what it goes over.
def sum_and_last (lg: i64) (loc: [lg * 2]i64) (d: i64) : (i64, i64) =
  if d > 0
  then sum_and_last lg loc (d - 1)
  else let more = map (\j -> loc[j] + 1) (iota (lg * 2))
       in (i64.sum more - lg * 2, (map2 (\a b -> b + (a - a)) loc more)[lg * 2 - 1])

entry both (m: i64) (lg: i64) =
  unzip (map (\x -> sum_and_last lg x 1) (tabulate_2d m (lg * 2) (\i j -> i + j)))

-- ==
-- entry: carried
-- input { 2i64 2i64 } output { [[3i64, 4i64, 5i64, 6i64], [5i64, 6i64, 7i64, 8i64]] }

-- A loop that carries it, as often as the row says.
def add_often (lg: i64) (loc: [lg * 2]i64) (d: i64) : [lg * 2]i64 =
  if d > 0
  then add_often lg loc (d - 1)
  else loop acc = loc
       for i < 2 + loc[0] do
         let ones = replicate (lg * 2) 1
         in map2 (\a b -> a + b + i * 0) acc (scan (\_ b -> b) 0 ones) |> map (\x -> x + i64.bool (i == 0))

entry carried (m: i64) (lg: i64) =
  map (\x -> add_often lg x 1) (tabulate_2d m (lg * 2) (\i j -> i + j))

-- ==
-- entry: written
-- input { 2i64 2i64 } output { [[0i64, 7i64, 0i64, 7i64], [0i64, 7i64, 0i64, 7i64]] [[0i64, 4i64, 0i64, 0i64], [0i64, 5i64, 0i64, 0i64]] }

-- Scatters, updates and histograms.
def write_all (lg: i64) (loc: [lg * 2]i64) (d: i64) : ([lg * 2]i64, [lg * 2]i64) =
  if d > 0
  then write_all lg loc (d - 1)
  else let places = map (\j -> j * 2 + 1) (iota lg)
       let written = scatter (replicate (lg * 2) 0) places (replicate lg 7)
       let counted = hist (+) 0 (lg * 2) (map (\_ -> 1) loc) (map (\x -> i64.min x 1) (map (+ 1) loc))
       in (map2 (\a b -> a + b * 0) written loc, copy counted with [1] = counted[1] + loc[0])

entry written (m: i64) (lg: i64) =
  unzip (map (\x -> write_all lg x 1) (tabulate_2d m (lg * 2) (\i j -> i + j)))
