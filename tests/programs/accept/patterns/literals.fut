-- Numbers, booleans and characters, also negative.
def a (x: i32) = match x case 0 -> 1 case -1 -> 2 case 0x10 -> 3 case _ -> 4
def b (x: f32) = match x case 0.0 -> 1 case -1.5 -> 2 case 3 -> 3 case _ -> 4
def c (x: u8) = match x case 'a' -> 1 case '\n' -> 2 case 3u8 -> 3 case _ -> 4
def d (x: bool) = match x case true -> 1 case false -> 2
