module type queue = {
  type t
  val empty : t
  val enqueue : i32 -> t -> t
}

module list : queue = {
  type t = i32
  def empty : t = 0
  def enqeue (x: i32) (_: t) : t = x
}
