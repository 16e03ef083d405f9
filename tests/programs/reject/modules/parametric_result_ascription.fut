module f (p: {val x : i32}) : {val y : i32} = {
  def z : i32 = p.x
}
