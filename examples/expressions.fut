-- A small calculator: a program of instructions, as a sum type, runs on a stack.
-- ==
-- input { "3 4 + 2 *" } output { 14 }
-- input { "10 2 8 * -" } output { -6 }
-- input { "1 0 /" } error: division by zero
-- input { "1 +" } error: out of bounds
type instruction = #push i32 | #add | #subtract | #multiply | #divide | #nothing

-- The instruction that ends at position i, if one does.
def instruction_at [n] (text: [n]u8) (i: i64) : instruction =
  match text[i]
  case '+' -> #add
  case '-' -> #subtract
  case '*' -> #multiply
  case '/' -> #divide
  case c ->
    let is_digit (d: u8) = d >= '0' && d <= '9'
    in if !(is_digit c) || (i + 1 < n && is_digit text[i + 1])
       then #nothing
       else let (value, _, _) =
              loop (value, unit, j) = (0, 1, i) while j >= 0 && is_digit text[j] do
                (value + unit * i32.u8 (text[j] - '0'), unit * 10, j - 1)
            in #push value

def run [n] (program: [n]instruction) : i32 =
  let binary (op: i32 -> i32 -> i32) (stack: *[n]i32) (top: i64) : (*[n]i32, i64) =
    let value = op stack[top - 2] stack[top - 1]
    in (stack with [top - 2] = value, top - 1)
  let (stack, _) =
    loop (stack, top) = (replicate n 0, 0) for i in program do
      match i
      case #push x -> (stack with [top] = x, top + 1)
      case #add -> binary (+) stack top
      case #subtract -> binary (-) stack top
      case #multiply -> binary (*) stack top
      case #divide -> binary (/) stack top
      case #nothing -> (stack, top)
  in stack[0]

entry main [n] (text: [n]u8) : i32 = run (map (instruction_at text) (iota n))
