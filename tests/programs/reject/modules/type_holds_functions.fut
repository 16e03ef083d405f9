module m : {
  type t
} = {
  type^ t = i32 -> i32
}
