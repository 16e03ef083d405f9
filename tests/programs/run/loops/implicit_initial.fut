-- A loop parameter without an initial value starts with the variable of that name.
-- ==
-- input { 5 2 } output { 20 }
def main (x: i32) (n: i32) : i32 = loop x for _i < n do 2 * x
