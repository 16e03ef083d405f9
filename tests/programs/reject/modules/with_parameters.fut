module type s = {
  type t 'a
  type u [n]
}

module type r = s with t = i32 with u 'n = n
