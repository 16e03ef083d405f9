-- A loop over a record whose array field has another size in every iteration.
-- ==
-- input { [1, 2] }
-- output { 14i64 [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2] }

type~ dynamic = {total: i64, values: []i32}

def main (values: []i32) =
  let last =
    loop (r: dynamic) = {total = 0, values}
    for _i < 3 do {total = r.total + length r.values, values = r.values ++ r.values}
  in (last.total, last.values)
