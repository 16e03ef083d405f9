-- A match on sixteen constructors.
-- ==
-- input { [0, 1, 7, 8, 14, 15] } output { [100, 101, 107, 108, 114, 115] }
type hex =
  #h0 | #h1 | #h2 | #h3 | #h4 | #h5 | #h6 | #h7 | #h8 | #h9 | #ha | #hb | #hc | #hd | #he | #hf

def of_int (x: i32) : hex =
  match x
  case 0 -> #h0
  case 1 -> #h1
  case 2 -> #h2
  case 3 -> #h3
  case 4 -> #h4
  case 5 -> #h5
  case 6 -> #h6
  case 7 -> #h7
  case 8 -> #h8
  case 9 -> #h9
  case 10 -> #ha
  case 11 -> #hb
  case 12 -> #hc
  case 13 -> #hd
  case 14 -> #he
  case _ -> #hf

def to_int (h: hex) : i32 =
  match h
  case #hf -> 15
  case #he -> 14
  case #hd -> 13
  case #hc -> 12
  case #hb -> 11
  case #ha -> 10
  case #h9 -> 9
  case #h8 -> 8
  case #h7 -> 7
  case #h6 -> 6
  case #h5 -> 5
  case #h4 -> 4
  case #h3 -> 3
  case #h2 -> 2
  case #h1 -> 1
  case #h0 -> 0

def main (xs: []i32) : []i32 = map (\x -> to_int (of_int x) + 100) xs
