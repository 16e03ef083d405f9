-- Rows whose length is computed from those of the argument.
entry regular [n] [m] (xss: [n][m]i32) : [n][]i32 = map (\xs -> xs ++ reverse xs) xss
entry irregular [n] (xss: [n][?]i32) : [n][?]i32 = map (\xs -> xs ++ reverse xs) xss
