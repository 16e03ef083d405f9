-- A module type with a transparent sum, matched outside of the module.
-- ==
-- input { 3 } output { 6 }
-- input { -3 } output { 0 }
module parser = {
  type result = #ok i32 | #failure
  def parse (x: i32) : result = if x < 0 then #failure else #ok (2 * x)
}

def main (x: i32) : i32 =
  match parser.parse x
  case #ok y -> y
  case #failure -> 0
