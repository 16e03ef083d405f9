module f (p: {val x : i32}) = {
  def y : i32 = p.x
}

module m = f {def x : i32 = 1} {def x : i32 = 2}
