-- Sequential folds.
def a (xs: []i32) = foldl (\acc x -> acc * 2 + x) 0 xs
def b (xs: []i32) = foldr (\x acc -> acc * 2 + x) 0 xs
def c = iterate 3 (* 2) 1
def d = iterate_while (< 100) (* 2) 1
def e = iterate_until (> 100) (* 2) 1
