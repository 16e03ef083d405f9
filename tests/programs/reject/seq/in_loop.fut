entry main (n: i64) : i64 = seq.length (loop s = seq.produce n id for i < n do seq.map (+ i) s)
