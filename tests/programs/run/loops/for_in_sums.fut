-- A loop over an array of sums with a match in its body.
-- ==
-- input { [3, -4, 5] } output { 8 4 }
type entry_kind = #deposit i32 | #withdrawal i32

def main (xs: []i32) =
  loop (inwards, outwards) = (0i32, 0i32)
  for e in map (\x : entry_kind -> if x < 0 then #withdrawal (-x) else #deposit x) xs do
    match e
    case #deposit x -> (inwards + x, outwards)
    case #withdrawal x -> (inwards, outwards + x)
