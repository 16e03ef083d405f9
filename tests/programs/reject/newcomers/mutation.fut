-- Nothing changes.
def mutable (n: i32) : i32 =
  let mut x = 0
  in x + n

def added (n: i32) : i32 =
  let x = 0
  x += n
  in x
