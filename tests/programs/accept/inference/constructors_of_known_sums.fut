-- The other constructors come from the context.
type t = #none | #some i32
def f (b: bool) : t = if b then #none else #some 1
def g : []t = [#none, #some 2]
def h = map (\x -> (if x > 0 then #some x else #none) : t) [1, 2]
