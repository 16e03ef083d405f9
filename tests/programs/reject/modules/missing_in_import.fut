module main_part (p: {val scale : i32}) = {
  def f (x: i32) : i32 = x * p.scale
}

module m = main_part (import "/prelude/zip")
