-- `rec` is a name like any other, so `let rec f x` defines a function `rec` whose first parameter is `f`.
def count (n: i64) : i64 =
  let rec f (x: i64) : i64 = if x == 0 then 0 else 1 + f (x - 1)
  in f n

let rec double (x: i32) : i32 = 2 * x

def twice (x: i32) : i32 = double (double x)
