-- Functions that are given an accumulator and do not consume it: the caller still has it.
-- ==
-- entry: first_of_two
-- input { [9i32, 9i32, 9i32, 9i32] } output { [0i32, 7i32, 1i32, 7i32] }
#[noinline]
def first (x, _) = x

def add_first [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let acc = first (acc, acc)
  let acc = intrinsics.acc_write acc (i * 2) (i32.i64 i)
  in intrinsics.acc_write acc (i * 2 + 1) 7

entry first_of_two (xs: *[]i32) = intrinsics.scatter_stream xs add_first (iota 2)

-- ==
-- entry: ignored
-- input { [9i32, 9i32, 9i32] } output { [3i32, 3i32, 9i32] }
#[noinline]
def three '^a (_: a) : i32 = 3

def add_three [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let n = three acc
  in intrinsics.acc_write acc i n

entry ignored (xs: *[]i32) = intrinsics.scatter_stream xs add_three (iota 2)

-- ==
-- entry: second_of_two
-- input { [9i32, 9i32, 9i32] } output { [5i32, 5i32, 9i32] }
#[noinline]
def both '^a (x: a) : (a, a) = (x, x)

def add_second [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let (_, second) = both acc
  in intrinsics.acc_write second i 5

entry second_of_two (xs: *[]i32) = intrinsics.scatter_stream xs add_second (iota 2)
