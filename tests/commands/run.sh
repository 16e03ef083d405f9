# Values in, values out; what is wrong with values, entry points and programs; programs that fail.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
cat >prog.fut <<'END'
def main [n] (xs: [n]i32) (k: i32) = (map (* k) xs, {sum = i32.sum xs, empty = n == 0})

def pick (xs: []f64) (i: i64) = xs[i]

entry second (xs: []f64) = pick xs 1

entry nothing : (f32, bool) = (0.5, true)

entry shape [n] [m] (_xss: [n][m]u8) = (n, m)
END
echo '[1, 2, 3] 10' | try run prog.fut
echo '-- a comment
  empty([0]i32)
2i32' | try run prog.fut
echo '[1, 2.5] ' | try run --entry second prog.fut
try run --entry=nothing prog.fut </dev/null
echo '[[1, 2, 3], [4, 5, 6]]' | try run -e shape prog.fut

echo '[1, 2, 3] 10' | "$PLANISH" run -b prog.fut | od -An -c | head -n 2
echo '[0.5, 0.25]' | gzip | try run -e second prog.fut
(printf 'b\002\001 f64\002\000\000\000\000\000\000\000' && head -c 16 /dev/zero) | try run -e second prog.fut

echo '--- values that do not fit'
echo '[1, 2, 3]' | try run prog.fut
echo '[1, 2, 3] 10 11' | try run prog.fut
printf '[1, 2,\n  true] 10' | try run prog.fut
echo '[1, 2, 3] 10i64' | try run prog.fut
echo '[[1, 2], [3]]' | try run -e shape prog.fut
echo 'true' | try run -e nothing prog.fut

echo '--- entry points'
try run --entry secnod prog.fut </dev/null
try run --entry pick prog.fut </dev/null
echo 'entry go = 1i32' >go.fut
try run go.fut </dev/null
echo 'def f x = x + 1i32' >none.fut
try run none.fut </dev/null

echo '--- programs'
echo 'def main = 1 + true' >bad.fut
try run bad.fut </dev/null
try run missing.fut </dev/null
echo '[1.0]' | try run --entry second prog.fut
try run --backend=quantum go.fut
try run --disable-pass=simplfy --entry go go.fut

echo '--- a program from standard input'
try run - -e go <go.fut
try run - <prog.fut
echo '--- warnings, also of a program that was compiled before'
echo 'entry main = let unused = 1i32 in 2i32' >warns.fut
try run warns.fut </dev/null
for round in first second; do
  PLANISH_CACHE=on XDG_CACHE_HOME=$PWD/cache "$PLANISH" run warns.fut </dev/null 2>&1 | grep -c 'warning\['
  PLANISH_CACHE=on XDG_CACHE_HOME=$PWD/cache "$PLANISH" run --color=always warns.fut </dev/null 2>&1 | grep -c $'\033'
done
try run -w warns.fut </dev/null
echo '--- results for people'
cat >people.fut <<'END'
type~ person = {name: []u8, born: #year i32 | #unknown, at: (f32, f32)}
def ada : person = {name = "Ada", born = #year 1815, at = (0.5, -1)}
def nobody : person = {name = "", born = #unknown, at = (0, 0)}
entry one = ada
entry several = ({x = 1i32, negative = #some (-2i32) : #some i32 | #none}, "caf\233\n\t\"", [0u8, 255u8])
entry many : [2](i32, #some i8 | #none) = [(1, #some 2), (3, #none)]
entry rows : [3][?]{a: i32, b: bool} = [[{a = 1, b = true}], [], [{a = 2, b = false}, {a = 3, b = true}]]
entry nested : #leaf i32 | #pair (#left i32 | #right) i32 = #pair (#left 1) 2
entry empty : [0]i32 = []
entry nothing = ()
entry texts = ["ab", "cd"]
END
for entry in one several many rows nested empty nothing texts; do
  try run --pretty=always -e $entry people.fut </dev/null
done
try run -e one people.fut </dev/null
echo '--- passes'
try run --entry go --stop-after=dead_code --dump-after=dead_code go.fut </dev/null 2>&1 | head -n 3
"$PLANISH" run --entry go --time-passes --disable-pass=cse go.fut </dev/null 2>&1 | grep -c cse

echo '--- Ctrl-C'
echo 'entry forever = loop x = trace 1i64 while x > 0 do x ^ 3' >forever.fut
"$PLANISH" run -e forever forever.fut </dev/null 2>messages &
until grep -qs trace messages; do sleep 0.1; done
kill -INT $!
wait $!
echo "=> $?"
cat messages
