def table : [3]i32 = [1, 2, 3]
def both = (table, 0i32)

def function (b: bool) : [3]i32 = if b then table else [0, 0, 0]

def part () = both

def lambda = \(b: bool) -> if b then table else [0, 0, 0]

def in_local_function (x: i32) : i32 =
  let f (_: i32) = table
  in (f x)[0]
-- Checklist: 114.
