-- Without an annotation the result would have to be regular.
def f [n] (xss: [n][?]f32) = map (\row -> zip row (map f32.sqrt row)) xss
