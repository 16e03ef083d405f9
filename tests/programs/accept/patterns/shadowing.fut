-- Later bindings hide earlier ones.
def f (x: i32) =
  let x = x + 1
  let x = x * 2
  in match x case 0 -> 1 case x -> x + 1
