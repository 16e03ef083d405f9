module type s = {
  val f : t -> i32
  type t
}
