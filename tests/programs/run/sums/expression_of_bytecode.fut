-- A stack machine over an array of instructions.
-- ==
-- input { } output { 14 }
type instruction = #push i32 | #add | #mul | #swap

def step [n] (stack: *[n]i32, top: i64) (i: instruction) : (*[n]i32, i64) =
  match i
  case #push x -> (stack with [top] = x, top + 1)
  case #add ->
    let s = stack[top - 1] + stack[top - 2]
    in (stack with [top - 2] = s, top - 1)
  case #mul ->
    let s = stack[top - 1] * stack[top - 2]
    in (stack with [top - 2] = s, top - 1)
  case #swap ->
    let a = stack[top - 1]
    let b = stack[top - 2]
    let stack[top - 1] = b
    let stack[top - 2] = a
    in (stack, top)

def main : i32 =
  let program: []instruction = [#push 2, #push 3, #push 4, #swap, #mul, #add]
  let (stack, _) = loop (stack, top) = (replicate 8 0, 0) for i in program do step (stack, top) i
  in stack[0]
