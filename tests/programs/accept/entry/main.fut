-- A definition named main is an entry point; one that is local or in a module is not.
module m = {
  def main 'a (x: a) : a = x
}

local def main_helper 'a (x: a) : a = m.main x

def main (x: i32) : i32 = main_helper x
