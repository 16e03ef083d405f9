module type s = {
  val x : i32
  type x
  type y = bool
  val x : bool
  type y
}
