-- A size that is a term is computed where somebody needs its value, or read off the array that has it.
-- Checklist: 110.
def with_neighbour [n] (xs: [n + 1]i64): [n](i64, i64) = zip (take n xs) (drop 1 xs :> [n]i64)

entry main (n: i64) = with_neighbour (iota (n + 1))
