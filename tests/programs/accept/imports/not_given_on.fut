-- What a file imports is not seen by its importers, so this file can use the name otherwise.
import "lib/shapes"

def scale : i32 = 2

def main : f32 = area (#square (f32.i32 scale))
