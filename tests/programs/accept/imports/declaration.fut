-- The names of an imported file are in scope here.
import "lib/shapes"
import "lib/deep/numbers"

def main (s: shape) : f32 = area s * scale
