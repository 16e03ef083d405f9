import "lib/shapes"

def main : i32 = secret
