-- How other languages write loops and choices.
def statement (n: i64) =
  let s = 0
  for i in range(n):
    s = s + i

def assignment (n: i64) : i64 =
  loop i = 0 while i < n do
    i = i + 1

def choice (x: i32) : i32 = 1 if x > 0 else 2

def choice_of_c (x: i32) : i32 = if (x > 0) { 1 } else { 2 }

def another (x: i32) : i32 = if (x > 0) { x } else { x }

def block (x: i32) : i32 =
  if x > 0:
    1
  else:
    2

def comparison (xs: []i32) = filter (=0) xs

def increment (n: i32) : i32 = n++

def product [n] (xs: [n]f32) (ys: [n]f32) = xs .* ys

def macro (x: i32) = println!("{}", x)
