-- No type parameters, no polymorphism.
def f (x: i32) =
  let id y = y
  in (id x, id true)
