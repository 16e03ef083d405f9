-- Things that stand where they cannot.
val x : i32

include i32

let y : i32 = 1 in y

def f (x: i32) [n] = x

def g (x: i32), (y: i32) = x

def h (x: i32) : i32 = def y = x in y

def _ = 1

def m.k (x: i32) = x

entry x + y = x

module type s = {
  def x : i32
  open i32
  val y i32
}
