-- Each application of a parametric module has functions of its own.
module type number = {
  type t
  val add : t -> t -> t
}

module powers (n: number) = {
  #[noinline]
  def times (k: i64) (x: n.t): n.t = loop y = x for _i < k - 1 do n.add y x
}

module over_i32 = powers {
  type t = i32
  def add (x: i32) y = x + y
}

module over_pairs = powers {
  type t = (f32, f32)
  def add (a: f32, b: f32) (x, y) = (a + x, b + y)
}

entry main (x: i32) (y: f32) = (over_i32.times 10 x, over_i32.times 20 x, over_pairs.times 10 (y, -y))
