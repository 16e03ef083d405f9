module type s = {
  type t
}

module type r = s with u = i32
