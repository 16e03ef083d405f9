module type s = {
  type t
}

module type r = s with t = i32 with t = i32
