-- A parameter that is a function.
#[foreign(cpu, apply)]
def apply (f: i32 -> i32) (x: i32) : i32 = f x
