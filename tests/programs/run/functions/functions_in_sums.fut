-- Functions as payloads of constructors and in fields that are replaced.
-- ==
-- input { 3 }
-- output { 3 7 54 5 }

type^ step = #apply (i32 -> i32) | #add i32

def run (s: step) (x: i32) =
  match s
  case #apply f -> f x
  case #add k -> k + x

def main (x: i32) =
  let times y = x * y
  let r = {f = times, g = \z -> times (times z)}
  let q = r with f = r.g
  in (run (#apply (+ 1)) 2, run (#add x) 4, q.f (r.f 2), run (#apply (\y -> y + 2)) x)
