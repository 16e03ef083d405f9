-- Recursion inside of a parametric module, applied twice.
-- ==
-- input { 6i64 } output { 720i64 21i64 }
module fold (m: { val one : i64 val op : i64 -> i64 -> i64 }) = {
  def down (n: i64) : i64 = if n == 0 then m.one else m.op n (down (n - 1))
}

module product = fold { def one = 1i64 def op (x: i64) (y: i64) = x * y }
module sum = fold { def one = 0i64 def op (x: i64) (y: i64) = x + y }
def main (n: i64) = (product.down n, sum.down n)
