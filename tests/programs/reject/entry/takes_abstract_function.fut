module m : {
  type^ t
  val make : i32 -> t
  val run : t -> i32
} = {
  type^ t = () -> i32
  def make (x: i32) : t = \() -> x
  def run (f: t) : i32 = f ()
}

entry run (f: m.t) : i32 = m.run f
