-- Operators of modules.
def a : i32 = 1 i32.+ 2
def b : f32 = 1 f32.* 2
def c = (i32.+) 1 2
def d = map (i32.+ 1) [1, 2]
def e = map (1 i32.-) [1, 2]
