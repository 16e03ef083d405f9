-- Reductions of items that take long: a thread does each, whatever the number, and operators that are not commutative get
-- them in order.
-- ==
-- entry: collatz
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 27i64 } output { 276i64 }
-- input { 1000i64 } output { 59431i64 }
-- input { 70000i64 } output { 7272776i64 }

-- ==
-- entry: first_and_last
-- input { 1i64 27i64 } output { 111i64 111i64 }
-- input { 65i64 27i64 } output { 111i64 92i64 }
-- input { 1000i64 97i64 } output { 118i64 93i64 }
-- input { 2000i64 871i64 } output { 178i64 79i64 }

def steps (n: i64) : i64 =
  (loop (k, count) = (n, 0) while k > 1 do
     (if k % 2 == 0 then k / 2 else 3 * k + 1, count + 1)).1

entry collatz (n: i64) : i64 = i64.sum (map steps (iota n))

-- The steps of the first and of the last of n numbers.
entry first_and_last (n: i64) (start: i64) : (i64, i64) =
  let (first, last, _) =
    reduce (\(a, b, has_a) (c, d, has_c) ->
              (if has_a then a else c, if has_c then d else b, has_a || has_c))
           (0, 0, false)
           (map (\i -> let s = steps (start + i) in (s, s, true)) (iota n))
  in (first, last)
