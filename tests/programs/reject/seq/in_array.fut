def sequences (n: i64) = map (\i -> seq.produce i id) (iota n)
