# What is done to the elements of a chunk, and what reduces the result, is one loop in the thread of the chunk: 10^8 elements take
# as little memory as a thousand.
# Checklist: 119.
cat >figure.fut <<'END_OF_PROGRAM'
def direct (i: i64) : i64 = i * i + 7

def steps [k] (is: [k]i64) : [k]i64 = map (\i -> if i == is[0] then 0 else 2 * i - 1) is

entry with_scan (n: i64) =
  i64.sum (stream_map (\k (is: [k]i64) -> map (+ direct is[0]) (scan (+) 0 (steps is))) (iota n))

entry with_red (n: i64) =
  (stream_red (+) (\k sum (is: [k]i64) -> (sum + i64.sum (map (+ direct is[0]) (scan (+) 0 (steps is))), is)) 0 (iota n)).0

entry largest_and_sum (n: i64) =
  let values = stream_map (\k (is: [k]i64) -> map (+ direct is[0]) (scan (+) 0 (steps is))) (map (* 1) (iota n))
  in (i64.maximum values, i64.sum (map (% 10) values))
END_OF_PROGRAM
for entry in with_scan with_red largest_and_sum; do
  for n in 0 1000 100000000; do
    echo $n | "$PLANISH" run --threads=2 --memory-limit=1M --entry $entry figure.fut
  done
done
