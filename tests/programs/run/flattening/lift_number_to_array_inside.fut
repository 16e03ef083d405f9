-- The same function where its result is used up inside of the map.
-- Checklist: 16.
-- ==
-- input { [1i64, 0i64, 2i64] } output { [1i64, 0i64, 6i64] }
#[noinline]
def numbers_to_twice (n: i64) : []i64 = iota (n * 2)

def main (ns: []i64) : []i64 = map (\n -> i64.sum (numbers_to_twice n)) ns
