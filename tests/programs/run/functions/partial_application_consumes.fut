-- An argument that is given early is given once.
-- ==
-- input { 3 }
-- output { [0, 3, 3] }

#[noinline]
def zero (xs: *[]i32) (i: i32) : *[]i32 = xs with [i] = 0

def main (x: i32) : []i32 =
  let f = zero [x, x, x]
  in f 0
