-- A functional parameter is passed on as it is.
def iter (f: i32 -> i32) (n: i32) (x: i32) : i32 = if n == 0 then x else iter f (n - 1) (f x)
def fold 'a (f: a -> i32 -> a) (acc: a) (n: i32) : a = if n == 0 then acc else fold f (f acc n) (n - 1)
def a = iter (+ 1) 3 0
def b = fold (+) 0 10
