-- A type with a parameter through a parametric module that is applied to its own result.
-- ==
-- input { 5 }
-- output { 5 6 }

module type vec = {
  type v 'a
  val zip 'a 'b : v a -> v b -> v (a, b)
  val make 'a : a -> v a
  val get 'a : v a -> a
}

module one : vec = {
  type v 'a = a
  def zip a b = (a, b)
  def make a = a
  def get a = a
}

module cat (X: vec) : vec = {
  type v 'a = {l: X.v a}
  def zip {l = a} {l = b} = {l = X.zip a b}
  def make a = {l = X.make a}
  def get 'a ({l = x}: v a) : a = X.get x
}

module four = cat (cat one)

def main (x: i32) : (i32, i32) = four.get (four.zip (four.make x) (four.make (x + 1)))
