-- With type parameters, used as declared.
def repeat 'a (f: a -> a) (n: i32) (x: a) : a = if n == 0 then x else repeat f (n - 1) (f x)
def a = (repeat (+ 1) 3 0, repeat not 3 true)
