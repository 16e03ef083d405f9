-- The sum of the products.
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

def matrix_product [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def row_lengths [n] (rows: [n][?]i64) : [n]i64 = map length rows
def evens (v: []i64) : []i64 = filter (\x -> x % 2 == 0) v
def triangle (n: i64) : [n][?]i64 = map iota (iota n)
def swap 'a 'b (p: (a, b)) : (b, a) = (p.1, p.0)
def second [n] 'a (v: [n]a) : a = v[1]
def twice 'a (x: a) (n: i64) : ([]a, i64) = (replicate (2 * n) x, n)
def back [n] 'a (v: [n]a) : [n]a = reverse v
def either 'a (c: bool) (x: a) (y: a) : a = if c then x else y
def with_front [n] 'a (x: a) (v: [n]a) : [1 + n]a = [x] ++ v
def zeroed [n] (v: *[n]i64) : *[n]i64 = v with [0] = 0
def of_three (v: [3]i64) : i64 = v[0] * 100 + v[1] * 10 + v[2]
def Total : []i64 -> i64 = reduce (+) 0
def golden : f64 = 1.5
def table : []i64 = [3, 1, 4]
entry half (x: f64) = x / 2

local def hidden (x: i64) = x

-- These have types that NESL has not.
def apply_to (f: i64 -> i64) (x: i64) = f x
def short (x: i32) = x
def shape (x: #circle f64 | #point) = match x case #circle r -> r case #point -> 0.0
def nothing (_: ()) = 1i64
def point (x: f64) = {x, y = x}
