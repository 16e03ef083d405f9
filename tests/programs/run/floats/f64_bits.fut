-- Representations of f64, in both directions.
-- ==
-- entry: to
-- input { 1f64 } output { 4607182418800017408u64 }
-- input { -2f64 } output { 13835058055282163712u64 }
-- input { 0.1f64 } output { 4591870180066957722u64 }

-- ==
-- entry: from
-- input { 4614253070214989087u64 } output { true }
entry to (x: f64) : u64 = f64.to_bits x
entry from (b: u64) : bool = f64.from_bits b == 3.14
