-- A record of functions is passed to a function that calls some of them.
-- ==
-- input { [1, 2, 3] 10 } output { 36 [11, 12, 13] }
def total [n] (o: {add: i32 -> i32 -> i32, zero: i32, shift: i32 -> i32}) (xs: [n]i32) : i32 =
  loop s = o.zero for x in xs do o.add s (o.shift x)

def main [n] (xs: [n]i32) (k: i32) =
  let o = {add = (+), zero = 0i32, shift = \x -> x + k}
  in (total o xs, map o.shift xs)
