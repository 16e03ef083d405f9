-- A size that the definition computes.
#[foreign(cpu, twice)]
def twice [n] (xs: [n]i32) : [2 * n]i32 = sized (2 * n) (xs ++ xs)
