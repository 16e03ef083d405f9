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
entry mean [n] (xs: [n]f32) = f32.sum xs / f32.i64 n
entry scale (k: f32) (xs: []f32) = map (* k) xs
entry rows [n] (xss: [n][?]f64) = map f64.sum xss
entry take_all [n] (xs: *[n]i32) (x: i32) : *[n]i32 = xs with [0] = x
entry make (n: i64) : (*[]i32, i32) = (replicate n 1i32, 7)
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
echo '--- numbers become what is asked for, as they do for run'
echo '[1, 2, 6]' >three.in
echo '2 [1, 2, 6]' >both.in
echo '[]' >none.in
echo '[[1, 2], [3, 4]]' >square.in
echo '[true]' >truth.in
try script sim.fut 'mean ($loaddata "three.in")'
try script sim.fut 'mean (scale ($loaddata "both.in"))'
try script sim.fut 'let (k, xs) = $loaddata "both.in" in scale k xs'
try script sim.fut 'mean ($loaddata "none.in")'
try script sim.fut 'rows ($loaddata "square.in")'
try script sim.fut '$loaddata "three.in"'
try script sim.fut '$loaddata "none.in"'
echo '--- a tuple for several parameters, or some of them'
try script sim.fut 'map (scale 2) [[1, 2], [3, 4]]'
try script sim.fut 'take_all (make 2)'
try script sim.fut 'mean (scale (2, scale (3, [1, 2])))'
echo '--- messages show what was written'
try script sim.fut 'dot 1'
try script sim.fut 'mean ($loaddata "truth.in")'
try script sim.fut 'dot (pair 3, 1)'
try script sim.fut 'dot (pair 3) + none empty([0]f32)'
try script sim.fut 'dot (pair 4)'
try script sim.fut 'let xs = $loaddata "one.in" -- a comment
  in none xs + true'
echo '[1, ' >broken.in
try script sim.fut 'none ($loaddata "broken.in")'
