-- Type abbreviations with all sorts of parameters.
type a = i32
type b 't = (t, t)
type c [n] = [n]i32
type d [n] 't = {xs: [n]t, y: t}
type~ e = []i32
type^ f 'a 'b = a -> b
type^ g '^a = a
type~ h '~a = (a, []i32)
def x : b a = (1, 2)
def y : c [2] = [1, 2]
def z : d [1] bool = {xs = [true], y = false}
def v : e = [1]
def w : f i32 bool = (> 0)
