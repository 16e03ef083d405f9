-- One function for each type, not for each use.
-- Checklist: 28.
#[noinline]
def middle [n] 't (xs: [n]t) (default: t): t = if n > 0 then xs[n / 2] else default

entry main (xs: []i32) (ys: []i32) (zs: [](f32, bool)) =
  (middle xs 0, middle ys 1, middle zs (2, true))
