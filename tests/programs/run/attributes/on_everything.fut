-- Attributes on declarations, expressions, loops and matches.
-- ==
-- input { 3 } output { 9 }
#[inline]
def f (x: i32) : i32 =
  #[unroll] (loop y = x for _i < 2i32 do #[noinline] (y + 1))

def main (x: i32) : i32 =
  #[trace(ignored)] (match #[opaque] x
                     case 3 -> #[unsafe] f (x + 4)
                     case _ -> 0)
