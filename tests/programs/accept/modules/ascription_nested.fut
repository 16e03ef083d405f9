-- Module types may ask for modules, and for parametric ones.
module type numbers = {
  module real: {
    type t
    val one : t
  }
  module twice: (f: {type t val op : t -> t}) -> {val op : f.t -> f.t}
}

module numbers : numbers = {
  module real = {
    type t = f64
    def one : t = 1
    def two : t = 2
  }
  module twice (f: {type t val op : t -> t}) = {
    def op (x: f.t) : f.t = f.op (f.op x)
  }
}

module plus_two = numbers.twice {type t = i32 def op (x: i32) : i32 = x + 1}

def main (x: i32) : i32 = plus_two.op x

def kept : numbers.real.t = numbers.real.one
