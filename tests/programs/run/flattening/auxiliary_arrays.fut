-- Offsets, flags, segment numbers and inner indices of segments, empty ones included.
-- Checklist: 2, 70, 80.
-- ==
-- input { [2i64, 0i64, 3i64] }
-- output { [0i64, 2i64, 2i64] [true, false, true, false, false] [0i64, 0i64, 2i64, 2i64, 2i64] [0i64, 1i64, 0i64, 1i64, 2i64] }
-- input { [0i64, 0i64] } output { [0i64, 0i64] empty([0]bool) empty([0]i64) empty([0]i64) }
def scan_exclusive [n] (xs: [n]i64) : [n]i64 = map2 (-) (scan (+) 0 xs) xs

def segscan [n] (flags: [n]bool) (xs: [n]i64) : [n]i64 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))

def make_flags [n] 't (segments: [n]i64) (zero: t) (values: [n]t) : []t =
  let total = i64.sum segments
  let positions = map2 (\s o -> if s == 0 then -1 else o) segments (scan_exclusive segments)
  in scatter (replicate total zero) positions values

def main [n] (segments: [n]i64) =
  let [m] (flags: [m]bool) = make_flags segments false (replicate n true)
  let heads = make_flags segments 0 (iota n) :> [m]i64
  in ( scan_exclusive segments
     , flags
     , segscan flags heads
     , segscan flags (map (\f -> if f then 0 else 1) flags)
     )
