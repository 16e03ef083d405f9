module type sums = {
  type sum [n] [m]
}

module m : sums = {
  type sum [n] [m] = ([n + m]bool, [m]bool)
}
