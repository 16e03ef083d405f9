-- | From several arrays to one array of tuples, and back. An array of tuples is stored as a tuple of arrays, so these
-- cost next to nothing.

-- | Pair the elements at equal positions.
--
-- `zip [1, 2] [true, false] == [(1, true), (2, false)]`
def zip [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = intrinsics.zip as bs

-- | Another name for `zip`.
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = zip as bs

-- | `zip` for three arrays.
def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n](a, b, c) =
  intrinsics.map (\((a, b), c) -> (a, b, c)) (zip (zip as bs) cs)

-- | `zip` for four arrays.
def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n](a, b, c, d) =
  intrinsics.map (\((a, b), (c, d)) -> (a, b, c, d)) (zip (zip as bs) (zip cs ds))

-- | `zip` for five arrays.
def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n](a, b, c, d, e) =
  intrinsics.map (\((a, b, c), (d, e)) -> (a, b, c, d, e)) (zip (zip3 as bs cs) (zip ds es))

-- | Separate pairs: the array of first parts, and the array of second parts.
def unzip [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = intrinsics.unzip xs

-- | Another name for `unzip`.
def unzip2 [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = unzip xs

-- | `unzip` for triples.
def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)) : ([n]a, [n]b, [n]c) =
  (intrinsics.map (.0) xs, intrinsics.map (.1) xs, intrinsics.map (.2) xs)

-- | `unzip` for quadruples.
def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)) : ([n]a, [n]b, [n]c, [n]d) =
  (intrinsics.map (.0) xs, intrinsics.map (.1) xs, intrinsics.map (.2) xs, intrinsics.map (.3) xs)

-- | `unzip` for quintuples.
def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)) : ([n]a, [n]b, [n]c, [n]d, [n]e) =
  ( intrinsics.map (.0) xs
  , intrinsics.map (.1) xs
  , intrinsics.map (.2) xs
  , intrinsics.map (.3) xs
  , intrinsics.map (.4) xs
  )
