-- Functions inside functions inside functions, each with captures of its own.
-- ==
-- input { 1 2 3 } output { 6 60 }
def main (a: i32) (b: i32) (c: i32) =
  let f x =
    let g y =
      let h z = x + y + z
      in h
    in g
  let scaled = \x -> \y -> \z -> 10 * f x y z
  in (f a b c, scaled a b c)
