-- The abstract type of an argument that the body of `double` makes is another one in each application.
module type source = { type t val x : t }
module type hidden = { type u val y : u val same : u -> u }

module keep (A: hidden) = { type u = A.u def y = A.y def same = A.same }
module double (X: source) =
  keep ({ type u = (X.t, X.t) def y = (X.x, X.x) def same (a: u) = a } : hidden)

module a = double { type t = i32 def x = 1i32 }
module b = double { type t = bool def x = true }

def main = a.same b.y
