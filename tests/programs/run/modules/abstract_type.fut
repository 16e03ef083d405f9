-- An abstract type: only the operations of the module can look inside.
-- ==
-- input { 3 } output { 8 4 }
module counter : {
    type t
    val start : i32 -> t
    val step : t -> t
    val value : t -> i32
  } = {
  type t = {value: i32, step: i32}
  def start (x: i32) : t = {value = x, step = 1}
  def step (c: t) : t = {value = c.value + c.step, step = c.step * 4}
  def value (c: t) : i32 = c.value
}

def main (x: i32) =
  let c = counter.start x
  in (counter.value (counter.step (counter.step c)), counter.value (counter.step c))
