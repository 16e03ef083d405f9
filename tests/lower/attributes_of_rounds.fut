-- Reductions of irregular values become maps in loops; all of them have the attributes of the reduction, and those in its
-- arguments and its operator do not.
entry main [n] (rows: [n][?]i32) : []i32 =
  #[sequential] reduce (\a b -> map (+ 1) a ++ b) [] (map (map (+ 2)) rows)
