-- Types, values and modules of one name do not hide each other; type parameters hide types.
-- ==
-- input { 4 } output { 9 true }
type t = i32
module m = { type t = bool def t : t = true }
def t (x: t) : t = x + 5
def id_of 't (x: t) : t = x
def main (x: t) : (t, m.t) = (id_of (t x), id_of m.t)
