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
let (a, b) = (1, 2)
a + b
let {x, y = (_, z)} = {x = "text", y = (1i32, true)} let w = (x, z)
w
let (c, d) = (1, true + 1)
let (e,
     f) = (1,
           2)
(e, f)
let [n] (xs: [n]i32, ys) = ([1, 2, 3], filter (> 1) [1, 2, 3])
(n, xs, ys)
let xs[0] = 5
let unused_inside = (let nobody = 1i32 in 2i32)
[(1i32, "a"), (2i32, "b")]
iota 100000
:all iota 201
tabulate_2d 30 30 (\i j -> i * j)
replicate 5000 'x'
:all
:help
:quit
never read
END
echo "=> $?"
echo 'twice (twice 1)' | "$PLANISH" repl stats.fut
echo '--- the first thing that goes wrong decides'
for text in '1 + 1' '1 + true' '[1][1]' ':load missing.fut' ':laod x' $'[1][1]\n1 + true' $'1 + true\n:quit'; do
  echo "$text" | "$PLANISH" repl >/dev/null 2>&1
  echo "${text//$'\n'/; } => $?"
done
echo '--- what is not text is not passed over'
printf '\xff\xfe\n1\n' | "$PLANISH" repl
echo "=> $?"
