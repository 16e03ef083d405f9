-- The type is hidden behind its module type.
module m : {type t val x : t} = {type t = i32 def x = 1i32}
def a = m.x == m.x
