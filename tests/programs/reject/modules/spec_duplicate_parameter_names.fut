module type s = {
  val f : (n: i64) -> (n: i64) -> [n]i32
}
