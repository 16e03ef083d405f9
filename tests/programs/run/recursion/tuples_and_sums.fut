-- A recursive function over a sum type that returns tuples.
-- ==
-- input { 17i64 } output { 5 17i64 }
-- input { 0i64 } output { 0 0i64 }
type number = #zero | #even i64 | #odd i64

def classify (n: i64) : number =
  if n == 0 then #zero else if n % 2 == 0 then #even (n / 2) else #odd (n / 2)

def digits (n: i64) : (i32, i64) =
  match classify n
  case #zero -> (0, 0)
  case #even h -> let (k, v) = digits h in (k + 1, 2 * v)
  case #odd h -> let (k, v) = digits h in (k + 1, 2 * v + 1)

def main (n: i64) = digits n
