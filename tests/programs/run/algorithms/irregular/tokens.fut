-- Tokens of texts: numbers, brackets and other characters, as sums.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]u8) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[91u8, 49u8, 50u8, 44u8, 32u8, 123u8, 51u8, 58u8, 32u8, 52u8, 53u8, 125u8, 93u8], [32u8, 32u8, 32u8],
-- [55u8], [], [49u8, 32u8, 50u8, 50u8, 32u8, 51u8, 51u8, 51u8, 120u8, 52u8, 52u8, 52u8, 52u8, 93u8]] }
-- output { [[0i64, 2i64, 3i64, 0i64, 2i64, 3i64, 2i64, 1i64, 1i64], [], [2i64], [], [2i64, 2i64, 2i64, 3i64, 2i64,
-- 1i64]] [[91i64, 12i64, 44i64, 123i64, 3i64, 58i64, 45i64, 125i64, 93i64], [], [7i64], [], [1i64, 22i64, 333i64,
-- 120i64, 4444i64, 93i64]] }

type token = #open u8 | #close u8 | #number i64 | #other u8

def is_digit (c: u8) : bool = c >= '0' && c <= '9'

def tokens [n] (text: [n]u8) : []token =
  let begins i = text[i] != ' ' && !(is_digit text[i] && i > 0 && is_digit text[i - 1])
  let starts = filter begins (iota n)
  let read i : token =
    let c = text[i]
    in if is_digit c
       then let (value, _) =
              loop (value, j) = (0, i) while j < n && is_digit text[j] do
                (10 * value + i64.u8 (text[j] - '0'), j + 1)
            in #number value
       else if c == '[' || c == '{'
       then #open c
       else if c == ']' || c == '}'
       then #close c
       else #other c
  in map read starts

def kind (t: token) : i64 =
  match t
  case #open _ -> 0
  case #close _ -> 1
  case #number _ -> 2
  case #other _ -> 3

def value (t: token) : i64 =
  match t
  case #open c -> i64.u8 c
  case #close c -> i64.u8 c
  case #number x -> x
  case #other c -> i64.u8 c

entry main [r] (texts: [r][?]u8) : ([r][?]i64, [r][?]i64) =
  let all: [r][?]token = map tokens texts
  in (map (map kind) all, map (map value) all)
