-- Several parameters, of which later ones may mention earlier ones; partial application; lambdas.
module type has_t = {
  type t
}

module type converter = {
  type from
  type to
  val convert : from -> to
}

module chain (a: converter) (b: converter with from = a.to) : converter with from = a.from with to = b.to = {
  type from = a.from
  type to = b.to
  def convert (x: from) : to = b.convert (a.convert x)
}

module widen : converter with from = i32 with to = i64 = {
  type from = i32
  type to = i64
  def convert (x: i32) : i64 = i64.i32 x
}

module real = {
  type from = i64
  type to = f64
  def convert (x: i64) : f64 = f64.i64 x
}

module from_widened = chain widen
module both = from_widened real
module identity = \(p: has_t) -> {def id (x: p.t) : p.t = x}
module bool_identity = identity {type t = bool}

def main (x: i32) (y: bool) : (f64, bool) = (both.convert x, bool_identity.id y)
