# Functions of chunks that do not give the same however an array is cut are found by the tests of a program.
# Checklist: 112.
cat >cuts.fut <<'END_OF_PROGRAM'
-- ==
-- entry: right
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [2, 3, 4, 5, 6, 7, 8, 9, 10] }

-- ==
-- entry: starts_again
-- input { [1, 2, 3] } output { [1, 3, 6] }
-- compiled input { [1, 2, 3] } output { [1, 3, 6] }

-- ==
-- entry: no_operator
-- input { [1, 2, 3] } output { 6 [1, 2, 3] }

-- ==
-- entry: fails_for_long_chunks
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } error: Assertion

entry right [n] (xs: [n]i32) = stream_map (\_ chunk -> map (+ 1) chunk) xs

entry starts_again [n] (xs: [n]i32) = (stream_seq (\k sum chunk -> (sum + k, scan (+) 0 chunk)) 0 xs).1

entry no_operator [n] (xs: [n]i32) = stream_red (\_ y -> y) (\_ sum chunk -> (sum + i32.sum chunk, chunk)) 0 xs

entry fails_for_long_chunks [n] (xs: [n]i32) =
  (stream_seq (\k sum chunk -> (assert (k < 8) (sum + i32.sum chunk), chunk)) 0 xs).0
END_OF_PROGRAM
for backend in interp cpu; do
  echo "$backend:"
  "$PLANISH" test --backend=$backend cuts.fut || echo "exit $?"
done
