-- A top-level function used at three types; the local one with an explicit type parameter at two.
-- ==
-- input { 1 2f32 } output { 1 2f32 true 5 2f32 }
def same x = x

def main (a: i32) (b: f32) =
  let twice 'a (f: a -> a) (x: a) : a = f (f x)
  in (same a, same b, same true, twice (+ 2) a, twice id b)
