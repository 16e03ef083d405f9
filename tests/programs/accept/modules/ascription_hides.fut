-- Outside, an ascribed module has what the module type says, and nothing more.
def helper : bool = true

module m : {
  val twice : i32 -> i32
} = {
  def helper (x: i32) : i32 = x + x
  def twice (x: i32) : i32 = helper x
}

open m

def main (x: i32) : i32 = if helper then twice x else x
