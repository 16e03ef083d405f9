# What becomes of programs on a GPU: kernels and the sizes that choose among them, what the host waits for, what one thread does alone.
cat >ways.fut <<'FUT'
entry rows [n][m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss
entry positive (xs: []i32) : []i32 = filter (> 0) xs
entry counts [n] (is: [n]i64) : [64]i32 = hist (+) 0 64 is (replicate n 1)
entry sparse [n] (rows: [n][?]f32) : [n]f32 = map f32.sum rows
entry weighted [n] (rows: [n][?]f32) (weights: [n]f32) : [n]f32 =
  map2 (\row weight -> f32.sum (map (* weight) row)) rows weights
FUT
cat >waits.fut <<'FUT'
entry halve (n: i64) : i64 =
  let (steps, _) =
    loop (steps, xs) = (0, iota n) while i64.sum xs > 100 do
      (steps + 1, map (/ 2) xs)
  in steps
entry last [n] (xs: [n]f32) : f32 =
  let sums = scan (+) 0 xs
  in if sums[n - 1] > 10 then f32.sum (map f32.exp sums) else 0
FUT
cat >alone.fut <<'FUT'
entry recurrence [n] (xs: [n]f32) : [n]f32 =
  let (ys, _) =
    loop (ys, last) = (replicate n 0, 0) for i < n do
      let next = f32.sin (last + xs[i])
      in (ys with [i] = next, next)
  in ys
FUT
cat >columns.fut <<'FUT'
entry powers [n][m] (xss: [n][m]f32) : [n]f32 =
  map (\xs -> loop s = 0 for x in xs do s * 0.5 + x) xss
FUT
# All points need the same steps, so blocks share them, unless there are few.
cat >steps.fut <<'FUT'
entry forces [n][m] (points: [n]f32) (masses: [m]f32) (places: [m]f32) : [n]f32 =
  map (\p -> p + f32.sum (map2 (\mass q -> mass / (1 + (p - q) * (p - q))) masses places)) points
FUT
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
try explain --backend=cuda -v ways.fut
try explain --backend=cuda waits.fut
try explain --backend=cuda alone.fut
try explain --backend=gpu-emulator columns.fut
try explain --backend=cuda -v steps.fut

echo "--- for tools"
"$PLANISH" explain --backend=cuda --json waits.fut >waits.json
python3 - <<'PY'
import json
for entry in json.load(open("waits.json"))["entries"]:
    device = entry["device"]
    print(entry["name"], [k["body"] for k in device["kernels"]], [(w["for"], w["loop"]) for w in device["waits"]])
PY
"$PLANISH" explain --backend=cuda --html waits.fut | grep -c '<dt>kernels</dt>'
"$PLANISH" explain --json waits.fut | grep -c '"device"' || true
