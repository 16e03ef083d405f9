def first : i32 = 1

def second : i32 = )
