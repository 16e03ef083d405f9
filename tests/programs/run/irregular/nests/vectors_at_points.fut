-- Histograms and scans of vectors as long as the row of the point.
-- ==
-- entry: hist_in_while
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [812i64] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [854i64, 13i64, 155i64] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [26i64, 421i64, 0i64, 188i64, 0i64, 13i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 13i64] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [155i64, 0i64, 366i64, 386i64] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [0i64, 0i64, 848i64, 13i64, 0i64] }

-- ==
-- entry: vectors_in_bins
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[0i64, 5i64, 3i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[0i64, -2i64, -4i64], [0i64], [0i64, 3i64, 2i64, -4i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [[0i64, -1i64], [0i64, 4i64, 2i64, 3i64], [], [0i64, -1i64, 2i64, 0i64, 3i64, -3i64], [], [0i64]] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [[], [], [], [], [0i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[0i64, 1i64, 0i64, -1i64, 0i64, 3i64, 1i64], [], [0i64, 1i64, 3i64, 0i64, -1i64, 0i64, 0i64, 0i64, 1i64, 3i64], [0i64, 3i64, -1i64, -1i64, 1i64, 1i64, 0i64, 0i64, 3i64, -1i64, -1i64, 1i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[], [], [0i64, 1i64, -1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, -1i64, 0i64, 0i64, 0i64, 0i64, 0i64], [0i64], []] }

-- ==
-- entry: scan_of_vectors
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [[7i64, 11i64, 11i64]] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [[7i64, 9i64, 9i64], [2i64], [9i64, 12i64, 14i64, 14i64]] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [[3i64, 5i64], [9i64, 13i64, 15i64, 15i64], [], [12i64, 18i64, 19i64, 23i64, 23i64, 23i64], [], [0i64]] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [[], [], [], [], [0i64]] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [[14i64, 22i64, 22i64, 22i64, 25i64, 25i64, 27i64], [], [20i64, 28i64, 34i64, 38i64, 38i64, 40i64, 40i64, 40i64, 40i64, 40i64], [27i64, 27i64, 36i64, 42i64, 46i64, 46i64, 48i64, 48i64, 48i64, 48i64, 48i64, 48i64]] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [[], [], [30i64, 42i64, 42i64, 51i64, 57i64, 57i64, 57i64, 57i64, 57i64, 60i64, 60i64, 60i64, 60i64, 60i64, 60i64], [1i64], []] }

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

entry hist_in_while [n] (lengths: [n]i64) (xs: []i64) : [n]i64 =
  map (\row ->
         let [k] (row: [k]i64) = row
         let (bins, _) =
           loop (bins, s) = (replicate k 0, 1) while s < 20 && k > 0 do
             (reduce_by_index bins (+) 0 (map (\x -> (x * s) % k) row) (replicate k s), s * 3)
         in loop h = 0 for b in bins do (h * 7 + b) % 1009)
      (rows lengths xs)

entry vectors_in_bins [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  map (\row ->
         let k = length row
         let vectors = map (\x -> map (\j -> (x * j) % 7) (iota k)) row
         let bins = hist (map2 i64.max) (replicate k 0) 2 (map (% 2) row) vectors
         in map2 (-) bins[0] bins[1])
      (rows lengths xs)

entry scan_of_vectors [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 =
  map (\row ->
         let vectors = map (\x -> map (\j -> (x + j) % 5) (indices row)) row
         in map i64.sum (scan (map2 i64.max) (map (\_ -> 0) row) vectors))
      (rows lengths xs)
