-- For each word the least number of changes to a word of a dictionary. All pairs have loops with their own numbers of
-- steps over rows with their own lengths; in each step a scan takes the best of what comes from the left. Expected
-- values are from the usual table, in another language.
-- ==
-- input { [4i64, 3i64, 4i64, 0i64, 3i64] [99u8, 97u8, 97u8, 116u8, 103u8, 111u8, 100u8, 104u8, 114u8, 115u8, 101u8,
-- 99u8, 97u8, 116u8] [3i64, 3i64, 0i64, 9i64, 3i64, 5i64] [99u8, 97u8, 116u8, 100u8, 111u8, 103u8, 99u8, 97u8, 116u8,
-- 97u8, 108u8, 111u8, 103u8, 117u8, 101u8, 104u8, 97u8, 116u8, 104u8, 111u8, 114u8, 115u8, 101u8] }
-- output { [1i64, 2i64, 1i64, 0i64, 0i64] }
def changes [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let first = map id (0...m)
  let final =
    loop previous = first for i < n do
      let here j =
        if j == 0
        then i + 1
        else i64.min (previous[j] + 1) (previous[j - 1] + i64.bool (a[i] != b[j - 1]))
      -- The least of x[k] + (j - k) for all k up to j.
      let shifted = map (\j -> here j - j) (indices previous)
      in map2 (+) (scan i64.min i64.highest shifted) (indices previous)
  in last final

entry main (lengths: []i64)
           (characters: []u8)
           (dictionary_lengths: []i64)
           (dictionary_characters: []u8) =
  let words = irregular.from_lengths lengths characters
  let dictionary = irregular.from_lengths dictionary_lengths dictionary_characters
  in map (\w -> i64.minimum (map (changes w) dictionary)) words
