-- Thompson automata built from patterns by derivatives: each pattern against each word.
-- ==
-- entry: main
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0][0]bool) empty([0][?]i64) }
-- input { [[98u8, 98u8]] [[98u8, 98u8]] }
-- output { [[true]] [[0i64]] }
-- input { [[46u8, 42u8, 97u8, 42u8, 97u8, 42u8, 97u8, 42u8], [], [97u8], []] [[97u8, 97u8, 97u8, 98u8, 98u8], [98u8,
-- 97u8, 98u8, 97u8], [97u8, 98u8, 97u8, 97u8, 97u8], [98u8, 97u8, 97u8, 98u8, 97u8], [97u8, 97u8, 97u8]] }
-- output { [[true, true, true, true, true], [false, false, false, false, false], [false, false, false, false, false],
-- [false, false, false, false, false]] [[0i64, 1i64, 2i64, 3i64, 4i64], [], [], []] }

type step = #char u8 | #any | #star u8

def compile (pattern: []u8) : []step =
  let n = length pattern
  let is_star i = i < n && pattern[i] == '*'
  let starts = filter (\i -> pattern[i] != '*') (iota n)
  in map (\i ->
            if is_star (i + 1)
            then #star pattern[i]
            else if pattern[i] == '.'
            then #any
            else #char pattern[i])
         starts

def closure [k] (steps: [k]step) (states: []bool) : []bool =
  let (out, _) =
    loop (out, i) = (copy states, 0) while i < k do
      (match steps[i]
       case #star _ -> (out with [i + 1] = out[i + 1] || out[i], i + 1)
       case _ -> (out, i + 1))
  in out

def advance [k] (steps: [k]step) (c: u8) (states: []bool) : []bool =
  let fits s =
    match s
    case #char d -> d == c
    case #any -> true
    case #star d -> d == '.' || d == c
  let from_previous i =
    i > 0 && states[i - 1] && (match steps[i - 1] case #star _ -> false case s -> fits s)
  let stays i =
    i < k && states[i] && (match steps[i] case #star d -> d == '.' || d == c case _ -> false)
  in closure steps (tabulate (k + 1) (\i -> from_previous i || stays i))

def matches (pattern: []u8) (word: []u8) : bool =
  let steps = compile pattern
  let k = length steps
  let start = closure steps (tabulate (k + 1) (== 0))
  let (final, _) =
    loop (states, i) = (start, 0) while i < length word && or states do
      (advance steps word[i] states, i + 1)
  in final[k] && (or final)

entry main [n] [m] (patterns: [n][?]u8) (words: [m][?]u8) : ([n][m]bool, [n][?]i64) =
  let table = map (\p -> map (matches p) words) patterns
  in (table, map (\row -> map (.0) (filter (.1) (zip (iota m) row))) table)
