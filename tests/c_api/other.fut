-- Another program than api.fut with an entry point of the same name.
def table : []i32 = map (\i -> 5 * i32.i64 i) (iota 10)

entry sum (xs: []i32) : i32 = -(i32.sum xs)

-- Its name is in no other library, and its result depends on a constant.
entry only_other (xs: []i32) : i32 = i32.sum xs + table[3]
