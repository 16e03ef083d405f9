-- The parallel functions.
def a = map (+ 1) [1, 2]
def b = map2 (*) [1, 2] [3, 4]
def c = reduce (+) 0 [1, 2, 3]
def d = scan (+) 0 [1, 2, 3]
def e = filter (> 1) [1, 2, 3]
def f [n] (xs: *[]i32) (is: [n]i64) (vs: [n]i32) = scatter xs is vs
def g [n] (is: [n]i64) (vs: [n]i32) = reduce_by_index (replicate 10 0) (+) 0 is vs
def h = all (> 0) [1, 2]
def i = partition (> 1) [1, 2, 3]
def j = zip [1, 2] [true, false]
def k = unzip [(1, true), (2, false)]
