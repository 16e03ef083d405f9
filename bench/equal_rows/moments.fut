-- Several results, several passes over the rows, and what is made of all rows together.
def deviations [m] (xs: [m]f32) : (f32, f32) =
  let mean = f32.sum xs / f32.i64 m
  in (mean, f32.sqrt (f32.sum (map (\x -> (x - mean) ** 2) xs) / f32.i64 m))

entry regular [n] [m] (xss: [n][m]f32) : ([n]f32, [n]f32, f32) =
  let (means, spreads) = unzip (map deviations xss)
  in (means, spreads, f32.sum (map f32.sum xss))

entry irregular [n] (xss: [n][?]f32) : ([n]f32, [n]f32, f32) =
  let (means, spreads) = unzip (map deviations xss)
  in (means, spreads, f32.sum (map f32.sum xss))
