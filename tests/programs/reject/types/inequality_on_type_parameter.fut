-- With != neither.
def f 'a (x: (a, i32)) (y: (a, i32)) : bool = x != y
