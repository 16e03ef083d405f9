-- Values of modules that are computed from the module's parameter.
-- ==
-- input { 1 } output { 17 33 }
module table (p: { val base : i32 }) = {
  def squares : [4]i32 = map (\i -> p.base * i32.i64 i * i32.i64 i) (iota 4)
  def total : i32 = i32.sum squares
}

module one = table { def base = 1i32 }
module two = table { def base = 2i32 }
def main (x: i32) = (one.total + 2 + x, two.total + two.squares[2] - 4 + x)
