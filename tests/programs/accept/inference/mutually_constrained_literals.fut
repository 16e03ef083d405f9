-- Literals meet in one variable.
def f (x: u64) =
  let a = 1
  let b = a + 2
  let c = if x > b then a else 3
  in c * x
