# Times are those of the day, so numbers are left out of the output.
# Each process would compile the programs again.
export PLANISH_CACHE=on XDG_CACHE_HOME=$PWD/cache
without_times() {
  sed -E 's/[0-9.]+ (ns|µs|ms|s)\b/TIME/g; s/\b[0-9.]+ (B|kB|MB|GB)\b/BYTES/; s/\b[0-9.]+x/RATIO/g
    s/\b(faster|slower|no difference|not known)$/VERDICT/; s/^[0-9]+ faster.*/N faster, N slower/; s/ +/ /g'
}
# Numbers end in the same column in all rows of a table.
aligned() {
  awk '/^  data set/ { match($0, /runs/); runs = RSTART + RLENGTH; rows = 0; next }
    /^  / && runs { if (substr($0, runs - 1, 3) !~ /^[0-9] /) print "not aligned: " $0; else rows++ }
    END { print rows " rows" }'
}
mkdir folder
echo 'def helper = 1i32' >folder/library.fut
echo 'no times' >folder/text
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
"$PLANISH" bench --processes 1 --runs 3 folder 2>&1 | without_times
"$PLANISH" bench --processes 1 --runs 3 folder | aligned
echo '--- only some'
"$PLANISH" bench --processes 1 --runs 3 --exclude slow -e main folder/sum.fut 2>&1 | without_times
echo '--- as many runs as are needed, at least ten'
"$PLANISH" bench --precision 50 -e largest folder/sum.fut | sed -nE 's/.*s +([0-9]+) +[0-9.]+ k?B$/\1/p' |
  (read runs && [ "$runs" -ge 10 ] && echo enough)
"$PLANISH" bench --processes 1 --least-runs 3 --seconds 0.001 --precision 0.0001 -e largest folder/sum.fut |
  sed -nE 's/.*s +([0-9]+) +[0-9.]+ k?B$/\1/p' | (read runs && [ "$runs" -ge 3 ] && echo enough)
echo '--- JSON that tools for futhark bench read'
"$PLANISH" bench --runs 4 --processes 3 --json times.json folder/sum.fut >/dev/null
python3 - <<'END_OF_SCRIPT'
import json
for program, results in json.load(open("times.json")).items():
    for dataset, times in results["datasets"].items():
        assert all(isinstance(time, int) for time in times["runtimes"])
        assert times["peak_bytes"] >= 0
        print(program, dataset, len(times["runtimes"]), len(times["nanoseconds"]), times["processes"], times["input_bytes"])
END_OF_SCRIPT
echo '--- compared with an earlier run, of this or of futhark bench'
"$PLANISH" bench --processes 1 --runs 4 --compare times.json folder/sum.fut 2>&1 | without_times
python3 -c 'print("{\"folder/sum.fut\": {\"datasets\": {\"a name\": {\"runtimes\": [%s]}, \"[1000]i32\": \"it failed\"}}}" % ", ".join(["9000000"] * 20))' >slow.json
"$PLANISH" bench --runs 20 --processes 4 -e main --exclude slow --compare slow.json folder/sum.fut | grep -oE 'a name|faster|-$'
"$PLANISH" bench --runs 25 --color=always -e main --exclude slow --compare slow.json folder/sum.fut |
  grep -c $'\033'
echo '--- beside another version of the program, or of the compiler, in turns'
cat >quick.fut <<'END_OF_PROGRAM'
-- ==
-- input { 100000 }
entry main (n: i32) = loop x = n for i < 20000 do (x * 7) % 1000003 + i
END_OF_PROGRAM
sed 's/20000/4000000/' quick.fut >slow.fut
"$PLANISH" bench --runs 4 --processes 2 --compare slow.fut quick.fut | without_times
"$PLANISH" bench --runs 25 --compare slow.fut quick.fut | grep -oE ' faster$'
"$PLANISH" bench --runs 2 --processes 2 --compare "$PLANISH" quick.fut | without_times
"$PLANISH" bench --runs 2 --compare slow.fut quick.fut folder/sum.fut
echo "=> $?"
echo '--- memory is that of the data set, whatever was measured before it'
cat >memory.fut <<'END_OF_PROGRAM'
-- ==
-- "small" input { 100i64 }
-- "large" input { 50000i64 }
-- "again" input { 100i64 }
entry main (n: i64) =
  i64.sum (map (\i -> (loop ys = iota (i % 100 + 1) for j < 10 do scan (+) 0 (ys ++ [j]))[0]) (iota n))
END_OF_PROGRAM
"$PLANISH" bench --processes 1 --runs 2 --threads 1 memory.fut | awk '/small/ { small = $(NF - 1) $NF } /again/ { print (small == $(NF - 1) $NF ? "the same" : small " then " $(NF - 1) $NF) }'
echo '--- what goes wrong'
printf -- '-- ==\n-- input { [1, 2] } output { 4 }\n-- input { [true] }\n-- input { [0] }\n-- input { [5] }\ndef main (xs: []i32) = xs[0] / xs[0]\n' >wrong.fut
"$PLANISH" bench --processes 1 --runs 2 --json wrong.json wrong.fut 2>&1 | without_times
python3 -c 'import json; print([type(times).__name__ for times in json.load(open("wrong.json"))["wrong.fut"]["datasets"].values()])'
echo 'def main = 1' >without.fut
printf -- '-- ==\n-- tags { nobench }\n-- input { 1 }\ndef main (x: i32) = x\n' >excluded.fut
printf -- '-- ==\n-- input { 1 }\ndef main (x: i32) = x + true\n' >rejected.fut
printf -- '-- ==\n-- entry: other\n-- input { 1 }\ndef main (x: i32) = x\n' >no_entry.fut
printf -- '-- ==\n-- input { 1\ndef main (x: i32) = x\n' >block.fut
for arguments in without.fut excluded.fut rejected.fut no_entry.fut block.fut nowhere.fut '--runs 0 wrong.fut' '--seconds never wrong.fut' \
  '--compare nowhere.json wrong.fut' '--compare folder/text wrong.fut' '--json no/such/folder.json folder/sum.fut --runs 1 -e largest'; do
  echo "\$ planish bench $arguments"
  "$PLANISH" bench $arguments 2>&1 | without_times
  echo "=> ${PIPESTATUS[0]}"
done
echo '--- how long compiling took'
"$PLANISH" bench --runs 1 --time-passes -e largest folder/sum.fut 2>&1 >/dev/null | sed -nE 's/^(stage|front_end|lower|simplify|total) .*/\1/p' | sort -u
