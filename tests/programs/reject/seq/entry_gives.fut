entry main (n: i64) : {count: i64, xs: seq i64} = {count = n, xs = seq.produce n (* 2)}
