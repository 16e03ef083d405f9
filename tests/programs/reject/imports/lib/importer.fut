import "shapes"

def doubled (x: f32) : f32 = 2 * area x
