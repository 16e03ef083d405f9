# Work on a chunk that fails is done again in pieces: so a chunk that does not fit is made smaller, and an element that fails is named,
# when all before it has been written.
cat >steps.fut <<'END_OF_PROGRAM'
entry inverses (xs: seq i32) : (seq i32, i32) =
  let ys = seq.map (\x -> 100 / x) xs
  in (ys, seq.reduce (+) 0 (seq.map (\x -> 10 / (x - 7)) xs))
entry rows (rows: seq ([?]i32)) : seq i32 = seq.map (\row -> 100 / i32.sum row) rows
entry differences (xs: seq i32) : seq i32 = seq.map (\w -> 100 / (w[1] - w[0])) (seq.windows 2 xs)
entry prefixes (xs: seq i32) : seq i32 = seq.map (\x -> 100 / x) (seq.scan (+) 0 xs)
entry pairs (xs: seq i32) (ys: seq i32) : seq i32 = seq.map2 (/) xs ys
entry counts (n: i64) (xs: seq i64) : ([]i64, i64) =
  (seq.hist (+) 0 n (seq.map (\x -> (x % n, 100 / x)) xs), seq.reduce (+) 0 xs)
entry fixed (rows: seq ([2]i32)) : seq i32 = seq.map i32.sum rows
entry twice (xs: seq i32) : i32 =
  let sum = seq.reduce (+) 0 xs
  in seq.reduce (+) 0 (seq.map (\x -> sum / x) xs)
END_OF_PROGRAM
"$PLANISH" build steps.fut -o steps
# In chunks of all sizes, with one thread and several, interpreted and compiled.
all() {
  echo "--- $*"
  for run in "$PLANISH run --backend=cpu --threads=1" "$PLANISH run --backend=cpu --threads=3" "$PLANISH run --backend=interp"; do
    for chunk in 1 7 1000000; do
      $run --param chunk=$chunk steps.fut "$@" 2>&1 | sed '/^  at \|^  called /d' | uniq -c >output
      [ -e first ] || { cp output first; cat output; }
      cmp first output
    done
  done
  ./steps "$@" 2>&1 | sed '/^  at \|^  called /d; s/^steps: //' | uniq -c | cmp first -
  rm first
}
{ yes 5 | head -n 1000; echo 0; yes 6 | head -n 1000; } >zero.txt
{ yes 5 | head -n 1000; echo 7; yes 6 | head -n 1000; } >seven.txt
all -e inverses --in xs=zero.txt
all -e inverses --in xs=seven.txt
{ yes '[1, 2]' | head -n 90; echo '[1, -1]'; yes '[4]' | head -n 90; } >rows.txt
all -e rows --in rows=rows.txt
seq 100 | sed 's/^60$/59/' >differences.txt
all -e differences --in xs=differences.txt
seq 50 | sed 's/^31$/-465/' >prefixes.txt
all -e prefixes --in xs=prefixes.txt
yes 100 | head -n 90 >xs.txt
all -e pairs --in xs=xs.txt --in ys=zero.txt
{ yes '[1, 2]' | head -n 40; echo '[1, 2, 3]'; } >fixed.txt
all -e fixed --in rows=fixed.txt
echo '--- in a second pass'
{ seq 10; echo 0; } >twice.txt
"$PLANISH" run -e twice --in xs=twice.txt steps.fut 2>&1 | head -n 2
echo '--- one that is consumed before: which elements it may be'
{ echo 10; yes 5 | head -n 100; echo 0; } | "$PLANISH" run -e counts --param chunk=1000 steps.fut 2>&1 | head -n 2
echo '--- elements that need 8 bytes, and then ones that need 800 kB, within 8 MB: what does not fit is done in pieces'
cat >large.fut <<'END_OF_PROGRAM'
entry main (xs: seq i64) : (i64, i64) =
  let ys = seq.flat_map iota xs
  in (seq.reduce (+) 0 (seq.scan (+) 0 ys), seq.length ys)
entry counts (k: i64) (xs: seq i64) : []i64 = seq.hist (+) 0 k (seq.map (\x -> (x % k, 1)) (seq.scan (+) 0 (seq.flat_map iota xs)))
END_OF_PROGRAM
"$PLANISH" build large.fut -o large
{ yes 1 | head -n 200000; yes 100000 | head -n 300; yes 1 | head -n 100000; } >sizes.txt
for threads in 1 3; do
  ./large --threads=$threads --memory-limit=8M --in xs=sizes.txt
  { echo 2; cat sizes.txt; } | ./large -e counts --threads=$threads --memory-limit=8M
done
head -n 200010 sizes.txt | "$PLANISH" run --backend=interp --memory-limit=32M large.fut
echo '--- one element that does not fit'
{ yes 1 | head -n 1000; echo 10000000; yes 1 | head -n 1000; } >one.txt
./large --memory-limit=8M --in xs=one.txt 2>&1 | sed '/^  at \|^  called /d; s/; .* of the limit/; … of the limit/'
echo "=> ${PIPESTATUS[0]}"
