-- A type whose size is named nowhere.
type vector = [n]f32
