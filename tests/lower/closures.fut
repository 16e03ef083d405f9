-- A function is known while the program is compiled; what it refers to are values like others. No code is left of the
-- record.
def operations (k: i32) = {add = \(x: i32) -> x + k, multiply = \(x: i32) -> x * k}

entry main (k: i32) (x: i32) =
  let ops = operations k
  in ops.multiply (ops.add x)
