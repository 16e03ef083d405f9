import "lib/wrong"

def main : i32 = number
