-- Unique results.

def copies (xs: []i32) : (*[]i32, *[]i32) = (copy xs, copy xs)
def forwards (xs: []i32) : (*[]i32, *[]i32) = copies xs
def from_params (xs: *[]i32) (ys: *[]i32) : (*[]i32, *[]i32) = (ys, xs)
def mixed (xs: []i32) : ([]i32, *[]i32) = (xs, copy xs)
def record ({a, b}: *{a: []i32, b: [3]i32}) : *{a: []i32, b: [3]i32} =
  let a[0] = b[0]
  in {a, b}

def table : [3]i32 = [1, 2, 3]
def reads_table (i: i64) : i32 = table[i]
def copies_table (x: i32) : *[3]i32 = copy table with [0] = x
def alias_of_table = table

def size_from_fresh (n: i64) (xs: [i64.sum (iota 4)]i32) : i64 = n + length xs
