entry main (input: (i32, seq i32)) : i32 = input.0 + seq.reduce (+) 0 input.1
