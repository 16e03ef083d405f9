-- Looks for the word with a given MD5 hash in a list of words, a word in each line: the number of its line, or -1.
-- Checklist: 87.
-- ==
-- entry: main
-- input { [0xd98c1dd4u32, 0x04b2008fu32, 0x980980e9u32, 0x7e42f8ecu32] [[98u8], [], [97u8]] } output { 1i64 }
-- input { [0xb975c10cu32, 0xa8b6f1c0u32, 0xe299c331u32, 0x61267769u32] [[98u8], [], [97u8]] } output { 2i64 }
-- input { [1u32, 2u32, 3u32, 4u32] [[98u8], [], [97u8]] } output { -1i64 }

-- ==
-- entry: in_memory
-- input { [0xb975c10cu32, 0xa8b6f1c0u32, 0xe299c331u32, 0x61267769u32] [[98u8], [], [97u8]] } output { 2i64 }
-- input { [1u32, 2u32, 3u32, 4u32] [[98u8], [], [97u8]] } output { -1i64 }

-- ==
-- entry: hash
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8,
--          48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8,
--          57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8,
--          56u8, 57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8,
--          55u8, 56u8, 57u8, 48u8] } output { [0xa2f4ed57u32, 0x55c9e32bu32, 0x2eda49acu32, 0x7ab60721u32] }

type state = (u32, u32, u32, u32)

def start : state = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)

-- Byte `i` of the message: the word, a bit, zeros, and the number of bits of the word.
def byte [n] (word: [n]u8) (blocks: i64) (i: i64) : u32 =
  if i < n
  then u32.u8 word[i]
  else if i == n
  then 0x80
  else if i < 64 * blocks - 8
  then 0
  else u32.i64 (((n * 8) >> (8 * (i - (64 * blocks - 8)))) & 0xff)

def number [n] (word: [n]u8) (blocks: i64) (at: i64) : u32 =
  byte word blocks at | byte word blocks (at + 1) << 8 | byte word blocks (at + 2) << 16
  | byte word blocks (at + 3) << 24

def rotate_left (x: u32) (by: u32) : u32 = x << by | x >> (32 - by)

def f_1 (b: u32) (c: u32) (d: u32) : u32 = d ^ (b & (c ^ d))
def f_2 (b: u32) (c: u32) (d: u32) : u32 = c ^ (d & (b ^ c))
def f_3 (b: u32) (c: u32) (d: u32) : u32 = b ^ c ^ d
def f_4 (b: u32) (c: u32) (d: u32) : u32 = c ^ (b | !d)

-- One of the 64 steps, after which the four numbers have changed places.
def step (f: u32 -> u32 -> u32 -> u32) (by: u32) (constant: u32) (m: u32) ((a, b, c, d): state)
    : state =
  (d, b + rotate_left (a + f b c d + constant + m) by, b, c)

def four f
         (s1: u32, s2: u32, s3: u32, s4: u32)
         (k1: u32, k2: u32, k3: u32, k4: u32)
         (m1: u32, m2: u32, m3: u32, m4: u32)
         (s: state)
    : state =
  step f s4 k4 m4 (step f s3 k3 m3 (step f s2 k2 m2 (step f s1 k1 m1 s)))

def block [n] (word: [n]u8) (blocks: i64) (before: state) (b: i64) : state =
  let m (i: i64) = number word blocks (64 * b + 4 * i)
  let (m0, m1, m2, m3, m4, m5, m6, m7) = (m 0, m 1, m 2, m 3, m 4, m 5, m 6, m 7)
  let (m8, m9, m10, m11, m12, m13, m14, m15) = (m 8, m 9, m 10, m 11, m 12, m 13, m 14, m 15)
  let s = before
  let by = (7, 12, 17, 22)
  let s = four f_1 by (0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee) (m0, m1, m2, m3) s
  let s = four f_1 by (0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501) (m4, m5, m6, m7) s
  let s = four f_1 by (0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be) (m8, m9, m10, m11) s
  let s = four f_1 by (0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821) (m12, m13, m14, m15) s
  let by = (5, 9, 14, 20)
  let s = four f_2 by (0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa) (m1, m6, m11, m0) s
  let s = four f_2 by (0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8) (m5, m10, m15, m4) s
  let s = four f_2 by (0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed) (m9, m14, m3, m8) s
  let s = four f_2 by (0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a) (m13, m2, m7, m12) s
  let by = (4, 11, 16, 23)
  let s = four f_3 by (0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c) (m5, m8, m11, m14) s
  let s = four f_3 by (0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70) (m1, m4, m7, m10) s
  let s = four f_3 by (0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05) (m13, m0, m3, m6) s
  let s = four f_3 by (0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665) (m9, m12, m15, m2) s
  let by = (6, 10, 15, 21)
  let s = four f_4 by (0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039) (m0, m7, m14, m5) s
  let s = four f_4 by (0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1) (m12, m3, m10, m1) s
  let s = four f_4 by (0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1) (m8, m15, m6, m13) s
  let s = four f_4 by (0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391) (m4, m11, m2, m9) s
  in (before.0 + s.0, before.1 + s.1, before.2 + s.2, before.3 + s.3)

def md5 [n] (word: [n]u8) : state =
  let blocks = (n + 72) / 64
  in loop s = start for b < blocks do block word blocks s b

def is (wanted: [4]u32) (word: []u8) : bool =
  md5 word == (wanted[0], wanted[1], wanted[2], wanted[3])

entry main (wanted: [4]u32) (words: seq ([?]u8)) : i64 = seq.find (is wanted) words

entry in_memory [n] (wanted: [4]u32) (words: [n][?]u8) : i64 =
  let first = reduce i64.min n (map2 (\i word -> if is wanted word then i else n) (iota n) words)
  in if first < n then first else -1

entry hash (word: []u8) : [4]u32 =
  let (a, b, c, d) = md5 word
  in [a, b, c, d]
