module type s = {
  val sum : []i32 -> i32
  val table : []i32
  val fine : i32 -> []i32
}
