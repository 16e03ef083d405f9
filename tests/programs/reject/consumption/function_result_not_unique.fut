def twice (make: i64 -> *[]i32) : []i32 = make 1 with [0] = 7

def declared (xs: []i32) : []i32 =
  let give (_: i64) : []i32 = xs
  in twice give

def captured (xs: []i32) : []i32 = twice (\_ -> xs)
