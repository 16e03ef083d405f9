-- Empty literals get their type from where they are used.
-- ==
-- input { true } output { empty([0]f32) empty([0][2]i8) 0i64 }
-- input { false } output { [1f32] [[1i8, 2i8]] 0i64 }
def main (p: bool) : ([]f32, [][2]i8, i64) =
  (if p then [] else [1], if p then [] else [[1, 2]], length ([] : []bool))
