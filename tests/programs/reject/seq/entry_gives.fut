entry main (n: i64) : seq i64 = seq.produce n (* 2)
