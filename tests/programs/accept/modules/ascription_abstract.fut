-- An abstract type can be used through the functions of its module.
module type stack = {
  type~ t 'a
  val empty 'a : () -> t a
  val push 'a : a -> t a -> t a
  val depth 'a : t a -> i64
}

module stack : stack = {
  type~ t 'a = []a
  def empty 'a () : t a = []
  def push 'a (x: a) (xs: t a) : t a = [x] ++ xs
  def depth 'a (xs: t a) : i64 = length xs
}

def main (x: i32) : i64 = stack.depth (stack.push x (stack.empty ()))
