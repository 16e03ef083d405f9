-- Loop parameters take their types from everything around them.
def f (n: i32) = loop acc = 0 for i < n do acc + i
def g (n: i64) = loop acc = 0 for i < n do acc + i
def h (xs: []f32) = loop acc = 1 for x in xs do acc * x
