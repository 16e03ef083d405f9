-- Dynamic programming over two rows that are exchanged.
-- ==
-- input { "kitten" "sitting" } output { 3i64 }
-- input { "" "abc" } output { 3i64 }
-- input { "same" "same" } output { 0i64 }
def main [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let first = iota (m + 1)
  let final =
    loop row = first for i < n do
      loop next = map (const (i + 1)) row for j < m do
        let cost = if a[i] == b[j] then 0 else 1
        in next with [j + 1] = i64.min (row[j] + cost) (1 + i64.min row[j + 1] next[j])
  in final[m]
