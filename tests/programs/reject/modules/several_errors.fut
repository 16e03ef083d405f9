-- Each is reported, and nothing follows from another.
module type s = {
  type t
  val x : t
}

module a : s = {
  type t = i32
}

module b = unknown.part

def y : a.t = a.x
def z = b.anything
def w : b.some_type = z

module c : missing = a

def v = c.x

type bad = undefined

def u (x: bad) : i32 = x
