# Without a terminal: lines are read, and errors never end it.
cat >stats.fut <<'END'
def twice (x: i32) = 2 * x
END
"$PLANISH" repl <<'END'
1 + 2
def square (x: i32) = x * x
square 7
let y = square 3
y
let z = 4 in
z + y
def sum_of (xs: []i32) =
  reduce (+) 0 (
    map square xs)
sum_of [1, 2, 3]
{name = "ab", values = (1.5f32, true)}
-- nothing but a comment

type point = {x: i32, y: i32}
module m = { def origin : point = {x = 0, y = 0} }
m.origin
:type square
:t map
:type
square
[]
1 + true
unknown
[1, 2][5]
def square (x: i32) = x + 1
sum_of [1, 2, 3]
square 7
(1,

:load stats.fut
twice 4
y
def four = twice 2
four
:reload
four
:laod stats.fut
:load missing.fut
#some 1 : #none | #some i32
:help
:quit
never read
END
echo "=> $?"
echo 'twice (twice 1)' | "$PLANISH" repl stats.fut
