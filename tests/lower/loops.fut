-- Loops carry the components of their parameter.
-- Checklist: 109.
entry fibonacci (n: i32): i32 =
  let (a, _) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
  in a

entry collatz (n: i64): i64 =
  let (_, steps) =
    loop (x, steps) = (n, 0)
    while x > 1 do
      (if x % 2 == 0 then x / 2 else 3 * x + 1, steps + 1)
  in steps

entry sum [n] (xs: [n](i32, i32)): i32 = loop s = 0 for (x, y) in xs do s + x * y
