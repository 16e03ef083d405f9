-- Constructors have a # and no space after it.
type t = #a | #b' i32 | #_c
def x : t = #a
def y : t = #b' 2
def z : t = #_c
