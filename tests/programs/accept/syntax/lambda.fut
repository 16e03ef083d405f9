-- Functions without a name.
def a = map (\x -> x + 1) [1, 2]
def b = map2 (\x y -> x * y) [1, 2] [3, 4]
def c = map (\(x, y) -> x + y) [(1, 2)]
def d = map (\(x: i32) : i32 -> x) [1, 2]
def e = map (\{x, y} -> x + y) [{x = 1, y = 2}]
def f = (\_ -> 1) ()
