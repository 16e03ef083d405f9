-- Sums and products of numbers with any number of digits; carries by a scan over functions.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[9i64, 9i64, 9i64], [], [5i64]] [[1i64], [7i64], [5i64]] }
-- output { [[0i64, 0i64, 0i64, 1i64], [7i64], [0i64, 1i64]] [[9i64, 9i64, 9i64], [], [5i64, 2i64]] }
-- input { [[2i64, 4i64, 7i64], [5i64, 1i64, 3i64, 9i64, 9i64, 7i64, 9i64, 0i64, 9i64, 8i64], [], [7i64], [2i64, 7i64,
-- 7i64, 6i64, 6i64, 3i64, 2i64]] [[5i64, 4i64, 0i64, 7i64, 3i64], [6i64, 3i64, 9i64, 4i64, 3i64, 9i64, 6i64, 8i64],
-- [1i64, 4i64], [1i64], [8i64, 3i64, 4i64, 8i64, 9i64, 6i64, 6i64, 1i64, 3i64]] }
-- output { [[7i64, 8i64, 7i64, 7i64, 3i64], [1i64, 5i64, 2i64, 4i64, 3i64, 7i64, 6i64, 9i64, 9i64, 8i64], [1i64, 4i64],
-- [8i64], [0i64, 1i64, 2i64, 5i64, 6i64, 0i64, 9i64, 1i64, 3i64]] [[0i64, 9i64, 3i64, 7i64, 8i64, 4i64, 7i64, 2i64],
-- [0i64, 4i64, 8i64, 8i64, 6i64, 3i64, 2i64, 2i64, 2i64, 3i64, 3i64, 8i64, 2i64, 7i64, 5i64, 4i64, 7i64, 7i64], [],
-- [7i64], [6i64, 3i64, 1i64, 2i64, 0i64, 5i64, 5i64, 9i64, 9i64, 2i64, 5i64, 5i64, 9i64, 4i64, 7i64]] }

-- What a digit does with a carry: stops it, hands it on, or makes one.
type carry = #stop | #pass | #make

def then_carry (a: carry) (b: carry) : carry =
  match b
  case #pass -> a
  case _ -> b

def trim (xs: []i64) : []i64 =
  let used = i64.maximum (map2 (\i x -> if x == 0 then 0 else i + 1) (indices xs) xs)
  in take (i64.max 0 used) xs

def add (a: []i64) (b: []i64) : []i64 =
  let n = 1 + i64.max (length a) (length b)
  let digit (xs: []i64) i = if i < length xs then xs[i] else 0
  let sums = tabulate n (\i -> digit a i + digit b i)
  let kind s : carry = if s > 9 then #make else if s == 9 then #pass else #stop
  let carries = exscan then_carry #pass (map kind sums)
  let one (c: carry) : i64 = match c case #make -> 1 case _ -> 0
  in trim (map2 (\s c -> (s + one c) % 10) sums carries)

def multiply (a: []i64) (b: []i64) : []i64 =
  let shifted i x = replicate i 0 ++ map (* x) b
  let partial: [][?]i64 = map2 shifted (indices a) a
  let carried (xs: []i64) : []i64 =
    let (done, rest) =
      loop (done: []i64, rest) = ([], 0) for x in xs do
        let now = x + rest in (done ++ [now % 10], now / 10)
    in trim (done ++ [rest % 10] ++ [rest / 10])
  in reduce add [] (map carried partial : [][?]i64)

entry main [n] (xs: [n][?]i64) (ys: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  (map2 add xs ys, map2 multiply xs ys)
