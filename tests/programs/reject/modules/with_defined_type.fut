module type s = {
  type t = i32
}

module type r = s with t = i32
