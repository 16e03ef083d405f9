import "lib/one"

def main : i32 = x
