-- A reduction over records with an array field.
-- ==
-- input { [[1, 5], [4, 2], [3, 3]] } output { 3 [4, 5] }
type summary [m] = {count: i32, largest: [m]i32}

def main [n] [m] (xss: [n][m]i32) =
  let r =
    reduce (\(a: summary [m]) (b: summary [m]) : summary [m] ->
              {count = a.count + b.count, largest = map2 i32.max a.largest b.largest})
           {count = 0i32, largest = replicate m i32.lowest}
           (map (\xs -> {count = 1i32, largest = xs}) xss)
  in (r.count, r.largest)
