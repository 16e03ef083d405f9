-- Arguments of constructors are atoms.
type t2 = #x | #y i32
type t = #a i32 i32 | #b t2 | #c
def a : t = #a 1 2
def b : t = #b (#y 3)
def c : t = #b #x
def d : t = #a (-1) (1 + 2)
