-- Functions are passed by name, as lambdas, sections and partial applications.
def apply (f: i32 -> i32) (x: i32) = f x
def inc (x: i32) = x + 1
def add (x: i32) (y: i32) = x + y
def a = (apply inc 1, apply (\x -> x * 2) 1, apply (+ 3) 1, apply (add 4) 1)
