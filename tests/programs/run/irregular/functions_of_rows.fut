-- Functions of rows as arguments: of any lengths, or of a length that they take as well.
-- ==
-- input { [[1i64, 2i64, 3i64], [], [5i64]] }
-- output { [[3i64, 2i64], [], [5i64]] [[1i64, 2i64, 3i64, 3i64, 2i64, 1i64], [], [5i64, 5i64]] [3i64, 0i64, 1i64] }
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0]i64) }

def changed [n] 'a (f: []a -> []a) (xss: [n][?]a) : [n][?]a = map f xss

def extended [n] 'a (f: (k: i64) -> [k]a -> []a) (xss: [n][?]a) : [n][?]a =
  map (\row -> let [k] (row: [k]a) = row in row ++ f k row) xss

def measured [n] 'a 'b (f: []a -> b) (xss: [n][?]a) : [n]b = map f xss

entry main [n] (xss: [n][?]i64) : ([n][?]i64, [n][?]i64, [n]i64) =
  (changed (filter (> 1)) (changed reverse xss), extended (\_ row -> reverse row) xss, measured length xss)
