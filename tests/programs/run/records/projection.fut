-- Fields of records, and of records in records.
-- ==
-- input { 1 2f32 } output { 1 2f32 3 }
def main (a: i32) (b: f32) =
  let r = {first = a, inner = {value = b, count = 3i32}}
  in (r.first, r.inner.value, r.inner.count)
