-- With type parameters it is polymorphic.
def f (x: i32) =
  let id 't (y: t) = y
  in (id x, id true, id [1.0])
