-- Over the elements of an array.
def a (xs: []f32) = loop s = 0 for x in xs do s + x
def b (xss: [][]i32) = loop s = 0 for xs in xss do s + i32.sum xs
def c (ps: []{x: i32, y: i32}) = loop s = 0 for {x, y} in ps do s + x * y
def d (n: i64) = loop s = 0 for i in iota n do s + i
