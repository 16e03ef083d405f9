-- An array in a record is updated through a path; the other fields stay.
-- ==
-- input { [1, 2, 3] 5 } output { [1, 9, 3] 5 }
def main (xs: *[]i32) (k: i32) =
  let r = {data = xs, count = k}
  let r = r with data[1] = 9
  in (r.data, r.count)
