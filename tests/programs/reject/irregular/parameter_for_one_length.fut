def extended [n] 'a (f: []a -> []a) (xss: [n][?]a) : [n][?]a = map (\row -> row ++ f row) xss
