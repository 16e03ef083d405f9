-- A module type may be given to any module expression.
module type has_x = {
  val x : i32
}

module a = {def x : i32 = 1 def y : i32 = 2}: has_x
module b = (a: has_x)
module c (p: has_x) : {val z : i32} = {def z : i32 = p.x}
module d = c ({def x : i32 = 3}: has_x)

def main : i32 = b.x + d.z
