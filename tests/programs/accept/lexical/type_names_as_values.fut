-- Types, module types and values have different name spaces.
type t = i32
def t : t = 1
module type t = {val t : t}
module m : t = {def t : i32 = t}
def u = m.t + t
