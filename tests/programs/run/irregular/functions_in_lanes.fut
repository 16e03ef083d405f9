-- Functions that are called for rows of different lengths, too large to be inlined for their own sake, are done for many rows at once:
-- checksums of words, with a loop in the function and calls in the loop. Rows are more and less than there are lanes.
-- ==
-- entry: main
-- input { [[], [97u8], [97u8, 98u8, 99u8], [255u8, 0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8]] }
-- output { [0u32, 3980172853u32, 1432809222u32, 1727588066u32] }

-- ==
-- entry: many
-- input { 0i64 } output { 0u32 }
-- input { 1i64 } output { 0u32 }
-- input { 1000i64 } output { 3600918630u32 }

-- ==
-- entry: elements
-- input { [3i64, 5i64, 1i64] [0u8, 1u8, 2u8, 3u8, 4u8, 5u8] } output { [3110387256u32, 294557468u32, 0u32] }
-- input { [3i64, 7i64, 1i64] [0u8, 1u8, 2u8, 3u8, 4u8, 5u8] } error: Index \[6\] out of bounds

def rotated (x: u32) (by: u32) : u32 = x << by | x >> (32 - by)

def mixed (a: u32) (b: u32) (c: u32) : u32 =
  let a = (a ^ c) - rotated c 14
  let b = (b ^ a) - rotated a 11
  let c = (c ^ b) - rotated b 25
  let a = (a ^ c) - rotated c 16
  let b = (b ^ a) - rotated a 4
  let c = (c ^ b) - rotated b 14
  let a = (a ^ c) - rotated c 9
  let b = (b ^ a) - rotated a 21
  let c = (c ^ b) - rotated b 7
  let a = (a ^ c) - rotated c 3
  let b = (b ^ a) - rotated a 17
  in (c ^ b) - rotated b 24

def at [n] (word: [n]u8) (i: i64) : u32 = if i < n then u32.u8 word[i] else 0x80

def checksum [n] (word: [n]u8) : u32 =
  loop h = u32.i64 n for i < (n + 2) / 3 do
    mixed (h ^ at word (3 * i)) (h + at word (3 * i + 1)) (mixed h (at word (3 * i + 2)) 0xdeadbeef)

entry main [n] (words: [n][?]u8) : [n]u32 = map checksum words

entry many (n: i64) : u32 =
  let word (i: i64) = map (\j -> u8.i64 ((i * 7 + j * j) % 251)) (iota (i * i % 23))
  in reduce (^) 0 (map (\i -> checksum (word i)) (iota n))

def checksum_of_first [n] (bytes: [n]u8) (k: i64) : u32 =
  loop s = 0 for i < k do mixed s (u32.u8 bytes[i]) (u32.i64 i)

entry elements [k] [n] (ks: [k]i64) (bytes: [n]u8) : [k]u32 = map (checksum_of_first bytes) ks
