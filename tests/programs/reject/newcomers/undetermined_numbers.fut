-- The types of numbers that nothing determines have no names.
def rows [n] (a: [n][n]f32) (b: [n]f32) = map2 (\r x -> r * x) a b

def deep (xss: [][]i32) = map (map (filter (> 0))) xss

def record (f: {x: bool} -> i32) = f {x = 1}

def branches (x: bool) = if x then x else 1

def function (f: (i32 -> bool) -> i32) = f (+ 1)
