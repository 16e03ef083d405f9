module f (p: {type t val zero : t}) = {
  def increment (x: p.t) : p.t = x + 1
}
