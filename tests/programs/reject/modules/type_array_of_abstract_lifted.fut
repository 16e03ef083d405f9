module f (p: {type^ t val x : t}) = {
  def xs : []p.t = [p.x]
}
