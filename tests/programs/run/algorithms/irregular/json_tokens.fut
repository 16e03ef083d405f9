-- Tokens of small JSON documents: a sum with payload strings, depths, and the value of each document's numbers.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0][?]u8) }
-- input { [[34u8, 44u8, 34u8]] }
-- output { [0i64] [0i64] [1i64] [[44u8]] }
-- input { [[123u8, 125u8], [], [123u8, 34u8, 34u8, 58u8, 91u8, 55u8, 53u8, 51u8, 93u8, 44u8, 34u8, 120u8, 34u8, 58u8,
-- 91u8, 34u8, 34u8, 44u8, 32u8, 53u8, 48u8, 54u8, 93u8, 44u8, 34u8, 34u8, 58u8, 53u8, 52u8, 54u8, 125u8], [35u8,
-- 91u8, 91u8, 55u8, 49u8, 57u8, 44u8, 32u8, 34u8, 44u8, 32u8, 49u8, 125u8, 32u8, 32u8, 34u8, 44u8, 32u8, 34u8, 49u8,
-- 125u8, 123u8, 49u8, 44u8, 34u8, 44u8, 32u8, 34u8, 34u8, 93u8, 44u8, 32u8, 34u8, 49u8, 34u8, 44u8, 32u8, 91u8, 50u8,
-- 56u8, 55u8, 93u8, 93u8]] }
-- output { [1i64, 0i64, 2i64, 2i64] [0i64, 0i64, 1805i64, 1006i64] [0i64, 0i64, 1i64, 1012i64] [[], [], [120u8],
-- [44u8, 32u8, 49u8, 125u8, 32u8, 32u8, 49u8, 125u8, 123u8, 49u8, 44u8, 49u8]] }

type~ token = #open | #close | #colon | #comma | #text []u8 | #number i64 | #bad u8

def is_digit (c: u8) = c >= '0' && c <= '9'

-- Where tokens begin: an automaton as a scan over functions of three states.
type state = #outside | #in_text | #in_number

def step (s: state) (c: u8) : state =
  match (s, c)
  case (#in_text, '"') -> #outside
  case (#in_text, _) -> #in_text
  case (_, '"') -> #in_text
  case (_, c) -> if is_digit c then #in_number else #outside

def starts [n] (text: [n]u8) : []i64 =
  let (out, _) =
    loop (out, s: state) = (replicate n false, #outside) for i < n do
      let c = text[i]
      let s' = step s c
      let begins =
        match (s, s')
        case (#in_text, _) -> false
        case (#in_number, #in_number) -> false
        case _ -> c != ' '
      in (out with [i] = begins, s')
  in map (.0) (filter (.1) (zip (iota n) out))

def read_number (cs: []u8) : i64 = foldl (\n c -> n * 10 + i64.u8 (c - '0')) 0 cs

def token_at (text: []u8) (at: i64) : token =
  let rest = text[at:]
  let ends p =
    foldl (\(n, go) c -> if go && p c then (n + 1, true) else (n, false)) (0, true) >-> (.0)
  let to_quote = ends (!= '"') (tail rest)
  let quoted = take to_quote (tail rest)
  in match rest[0]
     case '{' -> #open
     case '}' -> #close
     case '[' -> #open
     case ']' -> #close
     case ':' -> #colon
     case ',' -> #comma
     case '"' -> #text quoted
     case c -> if is_digit c then #number (read_number (take (ends is_digit rest) rest)) else #bad c

def summary (text: []u8) : (i64, i64, i64, []u8) =
  let at = starts text
  let kinds =
    map (\p -> match token_at text p
               case #open -> (1, 0, 0)
               case #close -> (-1, 0, 0)
               case #number k -> (0, k, 0)
               case #text t -> (0, 0, length t)
               case #bad _ -> (0, 0, 1000)
               case _ -> (0, 0, 0)) at
  let depth = i64.max 0 (i64.maximum (scan (+) 0 (map (.0) kinds)))
  let strings: [][?]u8 = map (\p -> match token_at text p case #text t -> t case _ -> []) at
  in (depth, i64.sum (map (.1) kinds), i64.sum (map (.2) kinds), irregular.flatten strings)

entry main [n] (documents: [n][?]u8) : ([n]i64, [n]i64, [n]i64, [n][?]u8) =
  unzip4 (map summary documents)
