-- An array of tuples comes from a function as several arrays; consuming one of them leaves the others as they are.
-- ==
-- entry: one_component
-- input { [1, 2, 3] } output { [9, 2, 3] [1, 2, 3] }

-- ==
-- entry: through_two
-- input { 3i64 } output { [0.0f32, 1.0f32, 2.0f32] [2.0f32, 2.0f32, 2.0f32] }

-- ==
-- entry: given_and_returned
-- input { [1, 2] [3, 4] } output { [2, 2] [3, 4] }

-- ==
-- entry: argument_afterwards
-- input { [1, 2, 3] } output { [1, 2, 3] [7, 2, 3] }

#[noinline]
def twins (xs: []i32) : [](i32, i32) = zip (copy xs) (copy xs)

entry one_component (xs: []i32) : ([]i32, []i32) =
  let ys = copy (twins xs)
  let ys[0].0 = 9
  in unzip ys

#[noinline]
def pairs (n: i64) : [n](f32, f32) = map (\i -> (f32.i64 i, 2)) (iota n)

#[noinline]
def same_pairs (n: i64) = pairs n

entry through_two (n: i64) = unzip (same_pairs n)

#[noinline]
def hand_back 't (xs: *[]t) : []t = xs

entry given_and_returned [n] (xs: *[n]i32) (ys: *[n]i32) =
  let zs = hand_back (zip xs ys)
  in unzip (zs with [0].0 = 2)

#[noinline]
def duplicate (xs: []i32) : *[]i32 = copy xs

entry argument_afterwards (xs: *[]i32) : ([]i32, []i32) =
  let ys = duplicate xs
  let zs = xs with [0] = 7
  in (ys, zs)
