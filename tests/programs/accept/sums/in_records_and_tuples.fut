-- Anywhere a type may stand.
type dir = #up | #down
def f (r: {d: dir, n: i32}) = match r.d case #up -> r.n case #down -> -r.n
def g (p: (dir, dir)) = match p case (#up, #up) -> 2 case (#down, #down) -> -2 case _ -> 0
