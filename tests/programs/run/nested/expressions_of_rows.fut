-- Sums of products, one in each line.
-- ==
-- input { [49, 43, 50, 42, 51, 10, 52, 50, 10, 50, 42, 51, 42, 52, 43, 53, 42, 54, 10, 49, 48, 43, 50, 48, 43, 51, 48, 10, 55, 42, 56, 43, 57] }
-- output { [7, 42, 54, 60, 65] }
-- input { [53] }
-- output { [5] }

type token = #number i64 | #plus | #times

def tokens [n] (text: [n]u8) : []token =
  let digit c = c >= '0' && c <= '9'
  let [k] (starts: [k]i64) =
    filter (\i -> !(digit text[i]) || i == 0 || !(digit text[i - 1])) (iota n)
  let ends = drop 1 starts ++ [n]
  in map2 (\from to -> if text[from] == '+'
                       then #plus
                       else if text[from] == '*'
                       then #times
                       else
                         #number (loop value = 0 for i < to - from do
                                    value * 10 + i64.u8 (text[from + i] - '0')))
          starts
          (ends :> [k]i64)

def split_at (op: token) (ts: []token) : [][?]token = irregular.split (== op) ts

def evaluate (ts: []token) : i64 =
  i64.sum (map (\term -> i64.product (map (\t -> match t case #number x -> x case _ -> 1) term))
               (split_at #plus ts))

entry main (text: []u8) : []i64 =
  map (\line -> evaluate (tokens line)) (irregular.split (== '\n') text)
