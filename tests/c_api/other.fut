-- Another program than api.fut with an entry point of the same name.
entry sum (xs: []i32) : i32 = -(i32.sum xs)
