-- How often each letter occurs in a text, capital or not, and which one is the most frequent.
-- ==
-- input { "To be, or not to be" } output { 111u8 4 }
-- input { "zz top" } output { 122u8 2 }
def letter (c: u8) : i64 =
  if c >= 'a' && c <= 'z'
  then i64.u8 (c - 'a')
  else if c >= 'A' && c <= 'Z'
  then i64.u8 (c - 'A')
  else -1

def frequencies (text: []u8) : [26]i32 = hist (+) 0 26 (map letter text) (map (const 1) text)

entry main (text: []u8) : (u8, i32) =
  let larger (x, i) (y, j) = if x > y || (x == y && i < j) then (x, i) else (y, j)
  let (count, i) = reduce_comm larger (0, 26i64) (zip (frequencies text) (iota 26))
  in (u8.i64 i + 'a', count)
