-- Addition of long numbers: carries by a scan over generate and propagate.
-- ==
-- input { [9u8, 9u8, 9u8] [1u8, 0u8, 0u8] } output { [0u8, 0u8, 0u8] true }
-- input { [5u8, 4u8, 1u8] [5u8, 5u8, 2u8] } output { [0u8, 0u8, 4u8] false }
type carry = #kill | #propagate | #generate

def combine (a: carry) (b: carry) : carry =
  match (a, b)
  case (_, #kill) -> #kill
  case (_, #generate) -> #generate
  case (x, #propagate) -> x

def main [n] (a: [n]u8) (b: [n]u8) =
  let sums = map2 (+) a b
  let carries =
    scan combine
         #propagate
         (map (\s -> if s > 9 then #generate else if s == 9 then #propagate else #kill) sums)
  let generated c =
    match c
    case #generate -> true
    case _ -> false
  let into i = if i == 0 then 0 else if generated carries[i - 1] then 1 else 0
  in (map2 (\s i -> (s + into i) % 10) sums (iota n), generated carries[n - 1])
