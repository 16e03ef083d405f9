-- Types, module types, and values with modules have names of their own.
module type size = {
  val size : i64
}

type size = i64

def size : size = 3

module sized : size = {
  def size = size
}
