# Sequences of many elements in little memory, with chunks of several sizes.
cat >prog.fut <<'END_OF_PROGRAM'
def elements (n: i64) : seq f64 = seq.map f64.i64 (seq.produce n (% 1000))
entry sum (n: i64) : f64 = seq.reduce (+) 0 (elements n)
entry largest_prefix (n: i64) : f64 = seq.reduce f64.max 0 (seq.scan (+) 0 (elements n))
entry in_memory (n: i64) : f64 = let sums = scan (+) 0 (map f64.i64 (map (% 1000) (iota n))) in sums[n / 2] + sums[n - 1]
END_OF_PROGRAM
run() { "$PLANISH" run "$@" prog.fut 2>&1 | sed -E '/^ +(at|called)/d; s/; [0-9]+ of the limit/; some of the limit/'; }
echo '--- two million bytes are enough for ten million elements, but not for an array of them'
for entry in sum largest_prefix in_memory; do
  echo 10000000 | run --memory-limit=2M --entry=$entry
done
echo '--- chunks do not change results'
for chunk in 1 100 1000000; do
  echo 100000 | run --param=chunk=$chunk --entry=largest_prefix
done
