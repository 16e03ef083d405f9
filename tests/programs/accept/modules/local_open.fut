-- `m.(e)`: the names of m are in scope in e.
module config = {
  def width : i64 = 4
  module colours = {
    def red : u8 = 1
  }
}

def main : (i64, u8) = (config.(width * width), config.(colours.(red + 1)))
