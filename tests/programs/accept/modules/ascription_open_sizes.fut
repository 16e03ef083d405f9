-- A type that leaves its size open can stand behind an abstract one: parameters get size parameters, results open sizes.
module type text = {
  type~ t
  val from [n] : [n]u8 -> t
  val append : t -> t -> t
  val split : t -> (t, t)
  val length : t -> i64
}

module text : text = {
  type~ t = []u8
  def from [n] (xs: [n]u8) : []u8 = xs
  def append [n] [m] (a: [n]u8) (b: [m]u8) : []u8 = a ++ b
  def split [n] (xs: [n]u8) : ([]u8, []u8) = (take (n / 2) xs, drop (n / 2) xs)
  def length [n] (_: [n]u8) : i64 = n
}

def main [n] (xs: [n]u8) : i64 =
  let (a, b) = text.split (text.from xs)
  in text.length (text.append b a)
