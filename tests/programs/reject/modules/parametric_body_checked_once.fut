-- The body is wrong whatever the argument is.
module f (p: {type t val x : t}) = {
  def y : i32 = p.x
}
