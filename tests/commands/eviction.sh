# Arrays that a device has no room for are moved to the host and come back: the results are those of a large device.
# Checklist: 86, 93.
cat >sixteen.fut <<'END_OF_PROGRAM'
-- ==
-- entry: main changed
-- input { 20000i64 }
def next [n] (xs: [n]i64) = scan (+) xs[1] (iota n)
def add (s: i64) (xs: []i64) = i64.sum (map (^ s) xs)

-- Sixteen arrays, of which one or two at a time are worked with.
entry main (n: i64) =
  let a = scan (+) 1 (iota n)
  let (b) = next a let c = next b let d = next c let e = next d let f = next e let g = next f let h = next g
  let i = next h let j = next i let k = next j let l = next k let m = next l let o = next m let p = next o let q = next p
  let s = loop s = 0 for _round < 2 do
    let s = add (add (add (add s a) b) c) d
    let s = add (add (add (add s e) f) g) h
    let s = add (add (add (add s i) j) k) l
    in add (add (add (add s m) o) p) q
  in (s, a[n - 1] + q[n - 1])

-- An array of rows is changed in place, between others, and read at the end.
entry changed (n: i64) =
  let a = copy (scan (+) 1 (iota n))
  let b = next a
  let a = a with [3] = b[5]
  let c = next b let d = next c let e = next d
  let a = a with [4] = i64.sum e
  let f = next e let g = next f
  in (add (i64.sum g) a, add (add (add (add 0 b) c) d) f)

-- One operation needs five.
entry five (n: i64) =
  let a = scan (+) 0 (iota n)
  let b = next a let c = next b let d = next c let e = next d
  in map5 (\a b c d e -> a * b + c * d + e) (reverse a) (reverse b) (reverse c) (reverse d) e
END_OF_PROGRAM
run() { echo 20000 | "$PLANISH" run --backend=gpu-emulator --memory "$@" sixteen.fut 2>&1; echo "=> $?"; }
echo '--- all of it fits'
run
run -e changed
echo '--- a quarter of it does'
run --memory-limit=700000
run --memory-limit=500000 -e changed
echo '--- also when the device is full'
PLANISH_EMULATOR=memory=900000 run
echo '--- and where all is moved that is not worked with'
PLANISH_EMULATOR=move_all=1 run | sed '/^peak/d'
echo '--- of what one operation needs, all has to fit'
run --memory-limit=500000 -e five
echo '--- bench'
"$PLANISH" bench --backend=gpu-emulator --memory-limit=700000 --runs=1 --processes=1 --json=times.json sixteen.fut >/dev/null 2>&1
grep -o '"moved[a-z_]*": *[0-9]*' times.json
