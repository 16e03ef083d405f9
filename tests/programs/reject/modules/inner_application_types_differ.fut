-- Each application of `inner` makes a type of its own, also where `inner` is a part of another parametric module.
module type source = { type t val x : t }

module hide (X: source) : { type u val y : u val same : u -> u } = {
  type u = X.t
  def y = X.x
  def same (a: u) = a
}

module outer (Z: { val k : i32 }) = {
  module inner (Y: source) = { module hidden = hide Y }
}

module o = outer { def k = 3i32 }
module a = o.inner { type t = i32 def x = 1i32 }
module b = o.inner { type t = bool def x = true }

def main = a.hidden.same b.hidden.y
