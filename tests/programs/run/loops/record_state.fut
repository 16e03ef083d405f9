-- The state of a loop is a record.
-- ==
-- input { 10 } output { 55 89 }
def main (n: i32) =
  let s =
    loop s = {previous = 0i32, current = 1i32} for _i < n do
      {previous = s.current, current = s.previous + s.current}
  in (s.previous, s.current)
