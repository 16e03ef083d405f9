module outer = {
  module inner = {
    def x : i32 = 1
  }
}

open outer.iner

def main : i32 = x
