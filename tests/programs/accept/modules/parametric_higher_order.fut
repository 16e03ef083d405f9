-- Parametric modules as parameters and results.
module type endo = {
  type t
  val f : t -> t
}

module type transformer = (e: endo) -> {
  val g : e.t -> e.t
}

module twice : transformer = \(e: endo) -> {def g (x: e.t) : e.t = e.f (e.f x)}

module apply (tr: transformer) (e: endo) = {
  module result = tr e
  def run (x: e.t) : e.t = result.g x
}

module m = apply twice {type t = i32 def f (x: i32) : i32 = x * 2}

def main (x: i32) : i32 = m.run x
