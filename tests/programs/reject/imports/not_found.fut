import "lib/shape"

def main : f32 = area 2
