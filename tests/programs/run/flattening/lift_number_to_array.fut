-- Lifting a function from a number to an array: irregular result.
-- Checklist: 13, 17, 20.
-- ==
-- input { [1i64, 0i64, 2i64] } output { [[0i64, 1i64], [], [0i64, 1i64, 2i64, 3i64]] }
#[noinline]
def numbers_to_twice (n: i64) : []i64 = iota (n * 2)

def main [w] (ns: [w]i64) : [w][?]i64 = map numbers_to_twice ns
