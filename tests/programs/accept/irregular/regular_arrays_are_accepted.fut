-- Where an irregular array is asked for, a regular one will do.
def total [n] (xss: [n][?]i32) : i32 = i32.sum (map i32.sum xss)
def f [n] [m] (xss: [n][m]i32) : i32 = total xss
def g = total [[1, 2], [3, 4]]
