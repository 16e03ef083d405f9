-- Numbers as functions that iterate.
-- ==
-- input { 2 } output { 7 12 }
def two '^a (f: a -> a) (x: a) : a = f (f x)
def three '^a (f: a -> a) (x: a) : a = f (f (f x))

def main (x: i32) =
  (x |> two (+ 1) |> three (+ 1), three (two (+ 1)) 0i32 + two (three (+ 1)) 0)
