-- Abbreviations with size parameters.
type vec [n] = [n]f32
type mat [n] [m] = [n](vec [m])
def mul [n] [m] (a: mat [n] [m]) (v: vec [m]) : vec [n] = map (\row -> f32.sum (map2 (*) row v)) a
def f [n] (a: mat [n] [n]) : mat [n] [n] = transpose a
