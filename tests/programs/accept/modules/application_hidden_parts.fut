-- What the body of a parametric module makes and does not show is the same for one application, wherever its copies
-- come from.
module type source = { type t val x : t }
module type hidden = { type u val y : u val same : u -> u }

module hide (X: source) : hidden = { type u = (X.t, X.t) def y = (X.x, X.x) def same (a: u) = a }
module keep (A: hidden) = { type u = A.u def y = A.y def same = A.same }
module double (X: source) =
  keep ({ type u = (X.t, X.t) def y = (X.x, X.x) def same (a: u) = a } : hidden)

module outer (Z: { val n : i64 }) = {
  local def m : i64 = Z.n * 2
  def xs = iota m
  module inner (Y: source) (K: { val k : i64 }) = {
    local def l = K.k * m
    local module h = hide Y
    def value = h.same h.y
    def same a = h.same a
    def zs = iota l
    def ys = iota m
    def found = filter (> 0) zs
  }
}

module o = outer { def n = 9i64 }
module partly = o.inner { type t = i32 def x = 1i32 }
module a = partly { def k = 1i64 }
module b = partly { def k = 2i64 }
module c = double { type t = bool def x = true }

module nested (Z: { val n : i64 }) = {
  local module t = outer Z
  local module u = t.inner { type t = i32 def x = 1i32 } { def k = Z.n }
  def both = zip t.xs u.ys
  def found = u.found
}
module n = nested { def n = 3i64 }

def main =
  ( [a.same a.value], [b.same b.value], [c.same c.y]
  , zip3 o.xs a.ys b.ys, zip a.found a.found, map (+ 1) b.zs, zip n.both n.both, zip n.found n.found )
