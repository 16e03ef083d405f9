-- Sums and records as elements of irregular rows.
-- ==
-- input { [[1, 2], [], [3]] }
-- output { [[10i64, 2i64], [], [9i64]] [[0i64, 1i64], [], [0i64]] }

type item = #one | #two i32 | #more i64 i32

def item (v: i32) : item = if v == 1 then #one else if v == 2 then #two v else #more 3 v

def worth (x: item) : i64 =
  match x
  case #one -> 10
  case #two a -> i64.i32 a
  case #more a b -> a * i64.i32 b

def numbered [n] (xss: [n][?]i32) : [n][?]{value: i32, place: i64} =
  map (\row -> map2 (\value place -> {value, place}) row (indices row)) xss

def main [n] (xss: [n][?]i32) : ([n][?]i64, [n][?]i64) =
  (map (map worth) (map (map item) xss : [n][?]item), map (map (.place)) (numbered xss))
