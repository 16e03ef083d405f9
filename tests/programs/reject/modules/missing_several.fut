module type everything = {
  type a
  type b 'x
  module inner: {
    val deep : i32
    val deeper : i32
  }
  val c : a
  val d : i32
  val e : i32
}

module little : everything = {
  module inner = {
    def deep : i32 = 1
  }
  def e : i32 = 1
}
