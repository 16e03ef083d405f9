-- A function parameter of an array with unknown size in a record.
-- ==
-- input { [1, 2, 3] 10 } output { 16 }
type~ bag = {items: []i32, extra: i32}
def total (b: bag) : i32 = i32.sum b.items + b.extra
def main (xs: []i32) (e: i32) : i32 = total {items = xs, extra = e}
