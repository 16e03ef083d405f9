-- There is no `where`, and there are no blocks and guards.
def one_line (y: i32) : i32 = f y where f x = x + 1

def two_lines (y: i32) : i32 = f y
  where f x = x + 1

def block (x: i32) : i32 = {
  x + 1
}

def actions (x: i32) = do
  x + 1

def guards (x: i32) : i32
  | x > 0 = 1
  | otherwise = 0
