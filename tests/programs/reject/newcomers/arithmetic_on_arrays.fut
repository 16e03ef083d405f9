-- Operators take numbers, not arrays.
def sum_of_two [n] (xs: [n]f32) (ys: [n]f32) = xs + ys

def scaled [n] (xs: [n]f32) = 2 * xs

def shifted [n] (xs: [n]f32) = xs - 1

def negated [n] (xs: [n]f32) = -xs

def text = "hello" + "world"

def longer (xs: []i32) (x: i32) = xs ++ x
