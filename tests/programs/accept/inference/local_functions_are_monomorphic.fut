-- A local function without type parameters is used at one type.
def f (x: i32) =
  let g y = y
  in (g x, g 2)
