-- Records and tuples may hold functions.
def ops = {add = \(x: i32) (y: i32) -> x + y, neg = \(x: i32) -> -x}
def a = ops.add 1 (ops.neg 2)
def pair = ((+ 1i32), (* 2i32))
def b = pair.0 (pair.1 3)
def use (o: {f: i32 -> i32, x: i32}) = o.f o.x
def c = use {f = (+ 1), x = 2}
