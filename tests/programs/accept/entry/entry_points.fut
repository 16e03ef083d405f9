-- What an entry point may look like.
type point = {x: f32, y: f32}

module hidden : {
  type t
  val make : i32 -> t
} = {
  type t = (i32, bool)
  def make (x: i32) : t = (x, true)
}

entry constant : i32 = 42
entry unit () : i32 = 1
entry sizes [n] [m] (xss: [n][m]f32) (k: i64) : ([m][n]f32, [k]i64) = (transpose xss, iota k)
entry anonymous (xs: []i32) : []i32 = filter (> 0) xs
entry records (p: point) : point = {x = p.y, y = p.x}
entry sums (x: #some i32 | #none) : i32 = match x case #some y -> y case #none -> 0
entry opaque (x: i32) : hidden.t = hidden.make x
entry consuming (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry curried (x: i32) : i32 -> i32 = (+ x)
entry with_size (n: i64) (xs: [n + 1]i32) : [n]i32 = take n xs
