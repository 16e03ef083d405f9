module type plain = {
  type t
}

module m : plain = {
  type~ t = []i32
}
