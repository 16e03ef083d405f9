module twice (p: {type t val f : t -> t}) = {
  def g (x: p.t) : p.t = p.f (p.f x)
}

module wrong = twice {type t = i32 def g (x: i32) : i32 = x}

def main (x: i32) : i32 = wrong.g x
