-- The prelude's module types fit its modules, and modules of one's own.
module dot (n: numeric) = {
  def dot [k] (xs: [k]n.t) (ys: [k]n.t) : n.t = n.sum (map2 (n.*) xs ys)
}

module dot_f32 = dot f32
module dot_i16 = dot i16

module norm (r: real) = {
  def norm [k] (xs: [k]r.t) : r.t = r.sqrt (r.sum (map (\x -> x r.* x) xs))
}

module norm_f64 = norm f64

def main (xs: []f32) (ys: []f64) : (f32, f64) = (dot_f32.dot xs xs, norm_f64.norm ys)
