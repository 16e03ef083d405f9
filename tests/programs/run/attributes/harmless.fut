-- Attributes say how something is to be compiled, not what it means.
-- ==
-- input { [1, 2, 3, 4] } output { 30 [1, 3, 6, 10] [2, 3, 4, 5] }
#[noinline]
def square (x: i32) : i32 = x * x

#[inline]
def increment (x: i32) : i32 = x + 1

def main (xs: []i32) =
  ( #[sequential] i32.sum (map square xs)
  , #[sequential_outer] scan (+) 0 xs
  , #[sequential_inner] map increment xs
  )
