-- A definition may take more than the abstract type does.
module type has_t = {
  type t 'a
}

module type any = has_t with t '^a = a
