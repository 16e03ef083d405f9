-- Inside of modules.
module m = {
  def even (n: i32) : bool = if n == 0 then true else !(even (n - 1))
}
def a = m.even 3
