-- Numbers that are set under a name before the program runs: param.fut.tuning sets `chunk`, and nothing sets `other`.
-- ==
-- entry: set unset kept_type
-- input { 10i64 }
-- output { 4i64 }
-- input { -1i64 }
-- output { 4i64 }

-- ==
-- entry: in_map
-- input { [1i64, 2i64, 3i64] }
-- output { [5i64, 6i64, 7i64] [4i64, 4i64, 4i64] }

-- ==
-- entry: sizes
-- input { 7i64 }
-- output { [0i64, 1i64, 2i64, 3i64] }

entry set (n: i64) = #[param(chunk)] n + 1

entry unset (n: i64) = 4 + 0 * #[param(other)] n

-- Only numbers of type i64 can be set.
entry kept_type (n: i64) = 4 + 0 * i64.i32 (#[param(chunk)] i32.i64 n)

entry in_map (ns: []i64) =
  (map (\n -> (#[param(chunk)] 9) + n) ns, map (\n -> #[param(chunk)] n) ns)

entry sizes (n: i64) = iota (#[param(chunk)] n)
