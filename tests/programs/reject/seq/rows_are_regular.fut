def sums (n: i64) : seq i64 = seq.map i64.sum (seq.map iota (seq.produce n id))
