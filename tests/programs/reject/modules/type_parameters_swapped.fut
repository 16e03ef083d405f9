module type pairs = {
  type t 'a 'b = (a, b)
}

module m : pairs = {
  type t 'a 'b = (b, a)
}
