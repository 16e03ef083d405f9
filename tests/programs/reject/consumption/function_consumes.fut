def set (xs: *[]i32) (i: i64) : *[]i32 = xs with [i] = 7
def apply (f: i64 -> []i32) (i: i64) : []i32 = f i

def partial_let (xs: *[]i32) : []i32 =
  let f = set xs
  in f 0

def partial_argument (xs: *[]i32) : []i32 = apply (set xs) 2

def section (xs: *[]i32) : []i32 = apply (xs `set`) 2
