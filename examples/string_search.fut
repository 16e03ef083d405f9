-- All places where words occur in a text, for many words at once. For each word, places are dropped character by
-- character: those where the first character is another one, then those where the second is, and so on, so that few are
-- left soon. Words have different lengths, and are found in different numbers of places.
--
-- Expected places are from comparing each word with each part of the text, in another language.
-- Checklist: 55.
-- ==
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] [97u8, 98u8, 114u8, 97u8, 98u8, 114u8,
-- 120u8, 97u8, 99u8] [4i64, 1i64, 0i64, 2i64, 2i64] }
-- output { [[0i64, 7i64], [1i64, 8i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64],
-- [], [3i64]] }
-- input { [97u8, 97u8, 97u8, 97u8] [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] [2i64, 5i64, 1i64] }
-- output { [[0i64, 1i64, 2i64], [], [0i64, 1i64, 2i64, 3i64]] }
-- input { empty([0]u8) [97u8] [1i64] } output { [[]] }
-- input { [97u8, 98u8, 99u8] empty([0]u8) empty([0]i64) } output { empty([0][?]i64) }
def occurrences [n] [m] (text: [n]u8) (word: [m]u8) : []i64 =
  loop places = iota (i64.max 0 (n - m + 1)) for i < m do
    filter (\place -> text[place + i] == word[i]) places

-- Words are given one after the other, with their lengths.
entry main [n] [k] (text: [n]u8) (characters: []u8) (lengths: [k]i64) : [k][?]i64 =
  map (occurrences text) (irregular.from_lengths lengths characters)
