module type s = {
  type t '^a
}

module type r = s with t 'a = [2]a
