-- One accumulator in two parts of an argument is still one.
-- ==
-- input { [9i32, 9i32, 9i32, 9i32] } output { [0i32, 7i32, 1i32, 7i32] }
#[noinline]
def first (x, _) = x

def add [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let acc = first (acc, acc)
  let acc = intrinsics.acc_write acc (i * 2) (i32.i64 i)
  in intrinsics.acc_write acc (i * 2 + 1) 7

entry main (xs: *[]i32) = intrinsics.scatter_stream xs add (iota 2)
