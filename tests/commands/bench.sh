# Times are those of the day, so numbers are left out of the output.
without_times() { sed -E 's/ +[0-9.]+ (B|kB|MB|GB)\b//; s/[0-9.]+ (ns|µs|ms|s)\b/TIME/g; s/ +TIME/ TIME/g; s/ {2,}[0-9]+( +[0-9.]+x (faster|slower|no difference)| +-)?$/ RUNS\1/; s/ +[0-9.]+x (faster|slower|no difference)/ RATIO VERDICT/; s/speedup: [0-9.]+x/speedup: RATIO/'; }
mkdir folder
echo 'def helper = 1i32' >folder/library.fut
cat >folder/sum.fut <<'END_OF_PROGRAM'
-- ==
-- nobench input { [1] } output { 2 }
-- input { [1, 2, 3] } output { 6 }
-- "a name" input { [4] }
-- random input { [1000]i32 }
-- compiled random input { [2000]i32 }
-- slow random input { [3000]i32 }
-- script input { numbers 10 }
-- input { empty([0]i32) } error: nothing
-- entry: largest
-- input { [1, 2, 3] } output { 3 }
def main (xs: []i32) = i32.sum xs
entry largest (xs: []i32) = i32.maximum xs
entry numbers (n: i64) : [n]i32 = map i32.i64 (iota n)
END_OF_PROGRAM
echo '--- a table'
"$PLANISH" bench --runs 3 folder 2>&1 | without_times
echo '--- only some'
"$PLANISH" bench --runs 3 --exclude slow -e main folder/sum.fut 2>&1 | without_times
echo '--- as many runs as are needed, at least ten'
"$PLANISH" bench --precision 50 -e largest folder/sum.fut | sed -nE 's/.*ns +([0-9]+) +[0-9.]+ k?B$/\1/p' |
  (read runs && [ "$runs" -ge 10 ] && echo enough)
echo '--- JSON that tools for futhark bench read'
"$PLANISH" bench --runs 4 --json times.json folder/sum.fut >/dev/null
python3 - <<'END_OF_SCRIPT'
import json
for program, results in json.load(open("times.json")).items():
    for dataset, times in results["datasets"].items():
        assert all(isinstance(time, int) for time in times["runtimes"])
        assert times["peak_bytes"] >= 0
        print(program, dataset, len(times["runtimes"]), len(times["nanoseconds"]), times["input_bytes"])
END_OF_SCRIPT
echo '--- compared with an earlier run, of this or of futhark bench'
"$PLANISH" bench --runs 4 --compare times.json folder/sum.fut 2>&1 | without_times
python3 -c 'print("{\"folder/sum.fut\": {\"datasets\": {\"a name\": {\"runtimes\": [%s]}, \"[1000]i32\": \"it failed\"}}}" % ", ".join(["9000000"] * 20))' >slow.json
"$PLANISH" bench --runs 20 -e main --exclude slow --compare slow.json folder/sum.fut | grep -oE 'a name|faster|-$'
echo '--- what goes wrong'
printf -- '-- ==\n-- input { [1, 2] } output { 4 }\n-- input { [true] }\n-- input { [0] }\n-- input { [5] }\ndef main (xs: []i32) = xs[0] / xs[0]\n' >wrong.fut
"$PLANISH" bench --runs 2 --json wrong.json wrong.fut 2>&1 | without_times
python3 -c 'import json; print([type(times).__name__ for times in json.load(open("wrong.json"))["wrong.fut"]["datasets"].values()])'
echo 'def main = 1' >without.fut
printf -- '-- ==\n-- tags { nobench }\n-- input { 1 }\ndef main (x: i32) = x\n' >excluded.fut
printf -- '-- ==\n-- input { 1 }\ndef main (x: i32) = x + true\n' >rejected.fut
printf -- '-- ==\n-- entry: other\n-- input { 1 }\ndef main (x: i32) = x\n' >no_entry.fut
printf -- '-- ==\n-- input { 1\ndef main (x: i32) = x\n' >block.fut
for arguments in without.fut excluded.fut rejected.fut no_entry.fut block.fut nowhere.fut '--runs 0 wrong.fut' \
  '--compare nowhere.json wrong.fut' '--compare wrong.fut wrong.fut' '--json no/such/folder.json folder/sum.fut --runs 1 -e largest'; do
  echo "\$ planish bench $arguments"
  "$PLANISH" bench $arguments 2>&1 | without_times
  echo "=> ${PIPESTATUS[0]}"
done
echo '--- how long compiling took'
"$PLANISH" bench --runs 1 --time-passes -e largest folder/sum.fut 2>&1 >/dev/null | sed -nE 's/^(stage|front_end|lower|simplify|total) .*/\1/p' | sort -u
