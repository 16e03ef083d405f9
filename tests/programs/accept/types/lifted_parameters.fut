-- '^ parameters may be functions.
def apply '^a '^b (f: a -> b) (x: a) : b = f x
def compose '^a '^b '^c (f: b -> c) (g: a -> b) : a -> c = \x -> f (g x)
def a = apply (\f -> f 1) (+ 2)
def b = apply compose (+ 1) (* 2) 3
def twice '^a (f: a -> a) : a -> a = \x -> f (f x)
def c = twice twice (+ 1) 0
