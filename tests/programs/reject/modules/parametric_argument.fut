module use (p: {val x : i32}) = {
  def y : i32 = p.x
}

module nested (p: {}) = {
  def x : i32 = 1
}

module m = use nested
