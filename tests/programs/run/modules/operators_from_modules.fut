-- Overloaded-looking arithmetic by opening a module of complex numbers locally.
-- ==
-- input { 1f64 2f64 } output { -3f64 4f64 }
module complex = {
  type t = (f64, f64)
  def (+) (a: t) (b: t) : t = (a.0 f64.+ b.0, a.1 f64.+ b.1)
  def (*) (a: t) (b: t) : t = (a.0 f64.* b.0 f64.- a.1 f64.* b.1, a.0 f64.* b.1 f64.+ a.1 f64.* b.0)
  def zero : t = (0, 0)
}

def main (re: f64) (im: f64) : (f64, f64) =
  let z = (re, im)
  in complex.(z * z + zero)
