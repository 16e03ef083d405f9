-- Tuples and arguments that are taken for each other, and pipes into functions that lack an argument.
def f (x: i32, y: i32) = x + y
def g = f 1 2

def total (xs: []i32) = xs |> map (+ 1) |> reduce (+)

def chained (x: i64) = 0 < x && 0 < x < 10

def any_type 'a (x: a) = x + 1

def quotient (x: f64) = 1 // x

def first_letter = "abc"[0]
