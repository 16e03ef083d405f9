-- A size that only running the function shows is one more result of it.
-- Checklist: 110.
#[noinline]
def positive [n] (xs: [n]i32): ?[k].[k]i32 = filter (> 0) xs

entry main (xs: []i32) = length (positive (positive xs))
