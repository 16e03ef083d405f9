-- All places where words occur in a text, for many words at once: how many for each word, and one after the other.
-- ==
-- nobench input { [97u8, 98u8, 97u8] [97u8, 98u8, 97u8] [1i64, 2i64] } output { [2i64, 1i64] [0i64, 2i64, 1i64] }
-- "40 words" compiled script input { data 1000000i64 }
module example = import "../../examples/string_search"

entry main [n] [m] [k] (text: [n]u8) (characters: [m]u8) (lengths: [k]i64) : ([k]i64, []i64) =
  let places = example.main text characters lengths
  in (irregular.lengths places, irregular.flatten places)

entry data (n: i64) : ([n]u8, []u8, []i64) =
  let letters (n: i64) = map (\i -> u8.i64 (97 + i * 1103515245 % 1000003 % 4)) (iota n)
  let lengths = map (\i -> 2 + i % 8) (iota 40)
  in (letters n, letters (i64.sum lengths), lengths)
