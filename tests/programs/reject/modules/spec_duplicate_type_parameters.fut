module type s = {
  type t [n] 'a [n]
  val f 'a 'a : a -> a
}
