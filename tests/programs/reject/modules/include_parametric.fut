module type arrow = (p: {val x : i32}) -> {
  val y : i32
}

module type s = {
  include arrow
}
