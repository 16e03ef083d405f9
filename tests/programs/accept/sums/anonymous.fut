-- A sum type needs no name.
def f (x: #left i32 | #right bool) : i32 = match x case #left n -> n case #right b -> i32.bool b
def a = f (#left 1)
