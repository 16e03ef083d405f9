-- A loop in a loop, with the inner bound depending on the outer counter.
-- ==
-- input { 4 } output { 10 6 }
def main (n: i32) =
  loop (inner, largest) = (0i32, 0i32) for i < n do
    loop (inner, largest) = (inner, largest) for j < i + 1 do
      (inner + 1, i32.max largest (i + j))
