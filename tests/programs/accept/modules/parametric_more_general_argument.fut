-- The argument may have more than the parameter asks for, and more general types.
module twice (p: {type t val f : t -> t}) = {
  def g (x: p.t) : p.t = p.f (p.f x)
}

module keep = twice {type t = f32 def f 'a (x: a) : a = x def unused : bool = true}

def main (x: f32) : f32 = keep.g x
