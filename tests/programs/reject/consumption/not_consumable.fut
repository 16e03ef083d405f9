-- Consuming what belongs to somebody else.

def first (xs: *[]i32) : i32 = xs[0]
def view (xs: []i32) : []i32 = xs
def table : [3]i32 = [1, 2, 3]

def param (xs: []i32) : []i32 = xs with [0] = 7

def param_of_call (xs: []i32) : i32 = first xs

def through_alias (xs: []i32) : []i32 =
  let ys = view xs
  let ys[0] = 7
  in ys

def part_of_param (r: ([]i32, i32)) : []i32 = r.0 with [0] = 7

def one_of_two ((a, _): ([]i32, *[]i32)) : []i32 = a with [0] = 7

def global (i: i64) : [3]i32 = table with [i] = 7

def result_of_function (f: i32 -> []i32) : []i32 =
  let xs = f 1
  in xs with [0] = 7

def lambda_parameter (xss: [][3]i32) : []i32 = map (\xs -> first xs) xss

def loop_parameter (xs: *[]i32) : []i32 =
  loop xs: []i32 for i < 10 do xs with [i] = 7

def loop_element (xss: [][]i32) : i32 =
  loop acc = 0 for xs in xss do acc + first xs
