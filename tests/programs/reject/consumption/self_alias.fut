def sum_all (xs: *[]i32, ys: *[]i32) : i32 = i32.sum xs + i32.sum ys

def same_twice (xs: *[]i32) : i32 = sum_all (xs, xs)

def row_and_whole (xs: *[]i32, xss: *[][]i32) : i32 = xs[0] + xss[0, 0]
def parts (xss: *[][]i32) : i32 = row_and_whole (xss[0], xss)

def loop_start (xs: *[]i32) : ([]i32, []i32) =
  loop (a, b) = (xs, xs) for i < 10 do (a with [i] = b[0], map (+ 1) b)
