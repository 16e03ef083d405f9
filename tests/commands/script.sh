try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
cat >sim.fut <<'END'
type~ state = {time: i64, cells: []f32}
entry init (n: i64) : state = {time = 0, cells = replicate n 1}
entry step (s: state) : state = {time = s.time + 1, cells = map (* 2) s.cells}
entry dot (xs: []i32) (ys: []i32) = i32.sum (map2 (*) (xs :> [3]i32) (ys :> [3]i32))
entry pair (n: i64) = (map i32.i64 (iota n), replicate n 2i32)
entry count (text: []u8) = length text
entry none (xs: []i32) = length xs
END
echo '[1, 2, 3] [4, 5, 6]' >two.in
echo '[1, 2, 3]' >one.in
printf 'seven b' >text
try script sim.fut 'step (step (init 3))'
try script sim.fut 'dot ($loaddata "one.in") [1, 1, 1]'
try script sim.fut 'let (xs, ys) = $loaddata "two.in" in dot ys xs'
try script sim.fut 'dot (pair 3)'
try script sim.fut 'dot ($loaddata "two.in")'
try script sim.fut 'count ($loadbytes "text")'
try script sim.fut 'none empty([0]i32)'
try script sim.fut -e '$store "state" (init 2)' -e 'step ($restore "state" "state")'
echo '(step (init 1)).time -- how late it is' >late
try script sim.fut -f late
try script sim.fut 'dot'
try script sim.fut 'dot ($loaddata "three.in") [1]'
try script sim.fut '$lodadata "one.in"'
try script sim.fut 'dot [1, 2, 3] [1, 2]'
try script sim.fut 'step 1'
try script sim.fut
