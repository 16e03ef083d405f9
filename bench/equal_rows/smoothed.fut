-- A loop that holds rows.
def step [m] (xs: [m]f32) : [m]f32 =
  tabulate m (\i ->
                0.5 * xs[i]
                + 0.25 * (xs[if i == 0 then i else i - 1] + xs[if i + 1 == m then i else i + 1]))

entry regular [n] [m] (xss: [n][m]f32) (steps: i64) : [n][m]f32 =
  map (\xs -> loop ys = xs for _i < steps do step ys) xss

entry irregular [n] (xss: [n][?]f32) (steps: i64) : [n][?]f32 =
  map (\xs -> loop ys = xs for _i < steps do step ys) xss
