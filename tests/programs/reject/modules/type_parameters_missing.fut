module type container = {
  type t 'a [n]
}

module m : container = {
  type t 'a = [3]a
}
