entry main (n: i64) : i64 = seq.length (if n > 3 then seq.produce n id else seq.produce 3 id)
