-- No function.
#[foreign(cpu, seven)]
def seven : i32 = 7
