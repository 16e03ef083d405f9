-- A function that calls itself is a function of the program.
#[noinline]
def gcd (a: i32) (b: i32): i32 = if b == 0 then a else gcd b (a % b)

entry main (a: i32) (b: i32) = gcd a b
