-- transpose takes regular arrays.
def f [n] (xss: [n][?]i32) = transpose xss
