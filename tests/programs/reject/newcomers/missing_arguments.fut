-- A function that has not got all of its arguments.
def add (x: i32) (y: i32) : i32 = x + y

def as_result (x: i32) : i32 = add x

def as_operand (x: i32) = add x + 1

def neutral_element (xs: []i32) : i32 = reduce (+) xs

def array (xs: []i32) : i32 = i32.sum (map (\x -> x + 1))

def negative (x: i32) = add x -1

def nested (xs: []i32) : i32 = i32.sum map (+ 1) xs

def function_left_over (xs: []i32) = map (\x y -> x + y) xs
