-- Helper functions.
def largest [m] (xs: [m]f32) : f32 = f32.maximum xs

def shares [m] (xs: [m]f32) : [m]f32 =
  let total = f32.sum xs
  in map (/ total) xs

def softmax [m] (xs: [m]f32) : [m]f32 =
  let top = largest xs
  in shares (map (\x -> f32.exp (x - top)) xs)

entry regular [n] [m] (xss: [n][m]f32) : [n][m]f32 = map softmax xss
entry irregular [n] (xss: [n][?]f32) : [n][?]f32 = map softmax xss
