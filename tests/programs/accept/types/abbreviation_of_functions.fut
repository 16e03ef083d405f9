-- A type that holds functions is declared with type^.
type^ predicate 'a = a -> bool
type^ ops = {add: i32 -> i32 -> i32, zero: i32}
def count [n] 'a (p: predicate a) (xs: [n]a) : i64 = length (filter p xs)
def sum_by (o: ops) (xs: []i32) : i32 = foldl o.add o.zero xs
def total = sum_by {add = (+), zero = 0}
