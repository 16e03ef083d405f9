-- Arrays of tuples of sums and arrays, zipped and unzipped.
-- ==
-- input { [1, -1, 2] } output { [1, 0, 2] [[1, 1], [-1, -1], [2, 2]] [true, false, true] }
type option = #none | #some i32

def main (xs: []i32) =
  let triples = map (\x -> ((if x > 0 then #some x else #none) : option, [x, x], x > 0)) xs
  let (os, rows, flags) = unzip3 triples
  in (map (\o -> match o
                 case #none -> 0i32
                 case #some y -> y) os, rows, flags)
