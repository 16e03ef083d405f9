-- `with` changes a field.
type t = {x: i32, y: bool, zs: [2]i32}
def f (r: t) = r with x = 2
def g (r: t) = r with y = !r.y with x = r.x + 1
def h (r: t) = let r.x = 3 let r.y = false in r
def i (r: *t) = r with zs[0] = 1
