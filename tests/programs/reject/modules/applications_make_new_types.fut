module make (p: {}) : {type t val x : t val get : t -> i32} = {
  type t = i32
  def x : t = 1
  def get (y: t) : i32 = y
}

module a = make {}
module b = make {}

def main : i32 = a.get b.x
