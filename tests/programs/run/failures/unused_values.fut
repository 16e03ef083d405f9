-- A value that is never used may fail or not; the used one is what counts.
-- Checklist: 42.
-- ==
-- input { 3 } output { 4 }
def main (x: i32) : i32 =
  let _unused = x * 2
  in x + 1
