-- Unit is a value: it can be passed, returned, put in tuples and arrays.
-- ==
-- input { 3i64 } output { 3i64 true 5 }
-- input { 0i64 } output { 0i64 true 5 }
def ignore 'a (_: a) : () = ()
def five () : i32 = 5

def main (n: i64) =
  let units = replicate n (ignore n)
  in (length units, (ignore 1i32, 2i32) == ((), 2), five (ignore units))
