-- An option type used at several types.
-- ==
-- input { 4 } output { 5 false 2i64 }
-- input { -4 } output { 0 true 0i64 }
type option 'a = #none | #some a

def with_default 'a (d: a) (o: option a) : a =
  match o
  case #none -> d
  case #some x -> x

def map_option 'a 'b (f: a -> b) (o: option a) : option b =
  match o
  case #none -> #none
  case #some x -> #some (f x)

def main (x: i32) =
  let o: option i32 = if x > 0 then #some x else #none
  in ( with_default 0 (map_option (+ 1) o)
     , with_default true (map_option (\y -> y > 10) o)
     , with_default 0 (map_option (\y -> i64.i32 y / 2) o)
     )
