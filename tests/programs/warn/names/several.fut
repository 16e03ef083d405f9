-- In the order of the text.
def f (a: i32) (b: i32) (c: i32) =
  let d = b
  let e = 1i32
  in map (\g -> b) [1i32]
