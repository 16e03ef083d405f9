-- A name bound by let has one type.
def f =
  let id = \y -> y
  in (id 1i32, id true)
