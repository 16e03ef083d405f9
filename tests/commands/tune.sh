# Tuning: thresholds as parameters, the file of them, and what is wrong. That the better one is found is tested with costs
# instead of times in tests/unit/threshold_search_test.cpp and tests/unit/tune_run_test.cpp.
# Checklist: 135.
cat >rows.fut <<'END'
-- ==
-- "two rows" input { [[1f64, 3f64], [2f64, 2f64]] } output { [[0.25f64, 0.75f64], [0.5f64, 0.5f64]] }
-- "three rows" input { [[1f64], [2f64], [4f64]] } output { [[1f64], [1f64], [1f64]] }
def main [n] [m] (xss: [n][m]f64) : [n][m]f64 =
  map (\xs -> let s = f64.sum xs in map (/ s) xs) xss
END
echo 'entry main (x: i32) = x + 1' | sed '1i -- ==\n-- input { 1 } output { 2 }' >one.fut
echo "--- the thresholds of a program"
"$PLANISH" dev --backend=cpu --tunable --no-locations rows.fut | grep tuning
"$PLANISH" dev --backend=gpu-emulator --tunable --no-locations rows.fut | grep tuning
echo "--- what they are compared with"
"$PLANISH" tune --dry-run --seconds=1 --json=found.json rows.fut | grep '^  cpu'  | sed 's/  *64 .*  / 64 … /'
python3 -c 'import json
for one in json.load(open("found.json"))["rows.fut"]["thresholds"]: print(one["name"], one["before"], one["compared_with"])'
ls | grep tuning
"$PLANISH" tune --seconds=1 one.fut
ls | grep tuning
echo "--- both versions"
values='[[1f64, 3f64], [2f64, 2f64]]'
echo "$values" | "$PLANISH" run --param=cpu.main.points_0=1 rows.fut
echo "$values" | "$PLANISH" run --param=cpu.main.points_0=3 rows.fut
echo "$values" | "$PLANISH" run --backend=gpu-emulator --param=gpu-small.main.points_0=1 rows.fut
echo 'cpu.main.points_0 = 3' >rows.fut.tuning
echo "$values" | "$PLANISH" run rows.fut
"$PLANISH" test rows.fut
echo "$values" | "$PLANISH" run --param=cpu.main.rows_0=1 rows.fut
echo "exit $?"
echo "--- executables have them if they are to"
"$PLANISH" build rows.fut && ./rows --print-params | grep cpu
"$PLANISH" build --tunable rows.fut && ./rows --print-params | grep cpu
echo "$values" | ./rows --tuning=rows.fut.tuning
echo "--- lines of others stay; what gains nothing goes"
printf 'chunk=3\ncpu.main.gone_7=9\ngpu.main.points_0=5\n' >one.fut.tuning
"$PLANISH" tune --seconds=1 one.fut
cat one.fut.tuning
echo "--- mistakes"
sed 's/0.75f64/0.5f64/' rows.fut >wrong.fut
"$PLANISH" tune wrong.fut
echo "exit $?"
"$PLANISH" tune --entry=other rows.fut
echo "exit $?"
"$PLANISH" tune nowhere.fut
echo "exit $?"
"$PLANISH" tune --backend=interp rows.fut
echo "exit $?"
"$PLANISH" tune -o a.tuning rows.fut one.fut
echo "exit $?"
echo 'def x = 1' >p.nesl
"$PLANISH" tune p.nesl
echo "exit $?"
