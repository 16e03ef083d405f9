-- What programs for GPUs have beside what all have: arrays on the device, work that is queued.

entry numbers (n: i64) : []i64 = iota n
entry doubled (xs: []i64) : []i64 = map (* 2) xs
entry gathered (xs: []i64) (is: []i64) : []i64 = map (\i -> xs[i]) is
entry set_first (xs: *[]i64) (v: i64) : *[]i64 = xs with [0] = v
entry total (xs: []i64) : i64 = i64.sum xs
entry row_sums (rows: [][?]i64) : []i64 = map i64.sum rows
