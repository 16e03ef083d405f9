-- Horner's rule by a loop, by a fold and by powers from a scan.
-- ==
-- input { [1, 2, 3] 10 } output { 321 321 321 }
-- input { empty([0]i32) 10 } output { 0 0 0 }
def main [n] (coefficients: [n]i32) (x: i32) =
  let powers = map (\i -> x ** i32.i64 i) (iota n)
  in ( loop s = 0 for c in coefficients[::-1] do s * x + c
     , foldr (\c s -> c + x * s) 0 coefficients
     , i32.sum (map2 (*) coefficients powers)
     )
