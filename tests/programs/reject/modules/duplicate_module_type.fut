module type s = {}
module type s = {
  val x : i32
}
