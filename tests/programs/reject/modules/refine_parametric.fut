module type arrow = (p: {type t}) -> {
  type u
}

module type s = arrow with u = i32
