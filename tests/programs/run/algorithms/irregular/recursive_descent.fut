-- A recursive descent parser of expressions, called for all lines at once: three functions that call each other.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0]bool) empty([0]i64) }
-- input { [[50u8, 48u8]] }
-- output { [true] [20i64] }
-- input { [[45u8, 54u8, 51u8], [52u8, 40u8], [], [40u8, 40u8, 40u8, 40u8, 40u8], [50u8, 57u8, 42u8, 56u8, 53u8, 42u8,
-- 54u8, 54u8, 42u8, 40u8, 45u8, 55u8, 56u8, 41u8], [52u8, 40u8], [55u8, 49u8, 42u8, 50u8, 51u8], [55u8, 45u8, 57u8,
-- 51u8, 45u8, 40u8, 55u8, 50u8, 41u8]] }
-- output { [true, false, false, false, true, false, true, true] [-63i64, 1i64, 0i64, 5i64, 310219i64, 1i64, 1633i64,
-- -158i64] }

type result = #ok {value: i64, rest: i64} | #fail i64

def peek (s: []u8) (i: i64) : u8 = if i < length s then s[i] else 0

def sum_of (s: []u8) (i: i64) : result =
  match product_of s i
  case #fail at -> #fail at
  case #ok {value, rest} ->
    (loop (r: result, go) = (#ok {value, rest}, true) while go do
       match r
       case #fail at -> (#fail at, false)
       case #ok {value, rest} ->
         let op = peek s rest
         in if op != '+' && op != '-'
            then (r, false)
            else match product_of s (rest + 1)
                 case #fail at -> (#fail at, false)
                 case #ok p ->
                   (#ok {value = if op == '+' then value + p.value else value - p.value,
                         rest = p.rest},
                    true)).0

def product_of (s: []u8) (i: i64) : result =
  match atom_of s i
  case #fail at -> #fail at
  case #ok a ->
    if peek s a.rest == '*'
    then match product_of s (a.rest + 1)
         case #fail at -> #fail at
         case #ok b -> #ok {value = a.value * b.value % 1000003, rest = b.rest}
    else #ok a

def atom_of (s: []u8) (i: i64) : result =
  let c = peek s i
  in if c == '('
     then match sum_of s (i + 1)
          case #fail at -> #fail at
          case #ok {value, rest} ->
            if peek s rest == ')' then #ok {value, rest = rest + 1} else #fail rest
     else if c >= '0' && c <= '9'
     then let (value, rest) =
            loop (v, j) = (0, i) while peek s j >= '0' && peek s j <= '9' do
              (v * 10 + i64.u8 (s[j] - '0'), j + 1)
          in #ok {value, rest}
     else if c == '-'
     then match atom_of s (i + 1)
          case #ok {value, rest} -> #ok {value = -value, rest}
          case f -> f
     else #fail i

entry main [n] (lines: [n][?]u8) : ([n]bool, [n]i64) =
  unzip (map (\s -> match sum_of s 0
                    case #fail at -> (false, at)
                    case #ok {value, rest} ->
                      if rest == length s then (true, value) else (false, rest)) lines)
