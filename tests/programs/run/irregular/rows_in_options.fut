-- A sum over a type parameter that stands for rows: constructors without a row have none.
-- ==
-- entry: first_long
-- input { [[1, 2], [3, 4, 5], [6]] } output { [3i64, 4i64, 5i64] }
-- input { [[1, 2], []] } output { empty([0]i64) }
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- entry: first_long_of_each
-- input { [[[1], [1, 2, 3], [4, 5, 6, 7]], [], [[1], []]] } output { [[1, 2, 3], [-1], [-1]] }
-- entry: first_table
-- input { [[[1]], [[1], [1, 2, 3]], []] } output { [[1], [1, 2, 3]] }
-- input { [[[1i64]]] } output { empty([0][?]i64) }
-- entry: last_of_first
-- input { [[[1], [1, 2], [4, 5, 6, 7]], [], [[1], []]] } output { [2i64, 7i64, 7i64] }

type option 'a = #some a | #none

def find 'a (p: a -> bool) (xs: []a) : option a =
  let kept = filter p xs
  in if null kept then #none else #some kept[0]

def from_option 'a (default: a) (o: option a) : a =
  match o
  case #some x -> x
  case #none -> default

def is_long (xs: []i64) : bool = length xs > 2

entry first_long [n] (xss: [n][?]i64) : []i64 =
  match find is_long xss
  case #some xs -> xs
  case #none -> []

entry first_long_of_each [n] (xsss: [n][?][?]i64) : [n][?]i64 =
  map (\xss ->
         match find is_long xss
         case #some xs -> xs
         case #none -> [-1]) xsss

entry first_table [n] (xsss: [n][?][?]i64) : [][?]i64 =
  match find (\xss -> length xss > 1) xsss
  case #some xss -> xss
  case #none -> []

entry last_of_first [n] (xsss: [n][?][?]i64) : [n]i64 =
  map (\xss ->
         from_option 7
                     (match find (\xs -> length xs > 1) xss
                      case #some xs -> #some (last xs)
                      case #none -> #none)) xsss
