# Test blocks: all forms of input and expectation; failures, crashes and hangs fail alone.
mkdir -p suite/data
cat >suite/pass.fut <<'END'
-- All that can be right.
-- ==
-- tags { quick }
-- entry: main
-- input { [1, 2, 3] 2i64 } output { 3 }
-- "the first" input { [1, 2, 3] 0i64 }
-- output { 1 }
-- input { [1, 2, 3] 3i64 } error: Index \[3\] out of bounds
-- input @ data/values.in output @ data/values.out
-- random input { [100]i32 5i64 }
-- random input { [100]i32 5i64 } auto output
-- script input { (make 4, 2i64) } output { 2 }
-- script input { $loaddata "data/values.in" } output { 30 }
-- compiled input { [1] 0i64 } output { 1 }
-- no_interp input { [1] 0i64 } output { 1 }
-- slow input { [1] 0i64 } output { 2 }
def main (xs: []i32) (i: i64) = xs[i]

-- ==
-- entry: make made_of
-- input { 3i64 } output { [0, 1, 2] }
entry make (n: i64) = map i32.i64 (iota n)
entry made_of (n: i64) = map i32.i64 (0..<n)
END
printf '[10, 20, 30] 2i64' >suite/data/values.in
printf '30i32' | gzip >suite/data/values.out
cat >suite/rejected.fut <<'END'
-- ==
-- error: operand.*bool
def main = 1 + true
END
cat >suite/warns.fut <<'END'
-- ==
-- warning: unused
def main (x: i32) = let y = 2 in x
END
cat >suite/disabled.fut <<'END'
-- ==
-- tags { disable }
-- input { 1 } output { 2 }
def main (x: i32) = x
END
cat >suite/compiles.fut <<'END'
-- ==
-- structure { Screma 1 }
def main (xs: []i32) = map (+ 1) xs
END
echo 'def helper = 1i32' >suite/library.fut
echo '$ planish test --exclude slow -v suite'
"$PLANISH" test --exclude slow -v suite
echo "=> $?"
echo '--- the interpreter leaves out what is too slow for it'
"$PLANISH" test --backend=interp --exclude slow -v suite/pass.fut | grep skipped

cat >fail.fut <<'END'
-- All that can be wrong.
-- ==
-- input { [1, 2, 3] } output { [2, 3, 5] }
-- input { [1, 2, 3] } output { [2, 3] }
-- input { [1, 2, 3] } output { [2, 3, 4] 1 }
-- input { [1, 2, 3] } output { [true] }
-- input { [true] } output { [2] }
-- input { [1, 2, 3] } error: out of bounds
-- input @ missing.in
-- script input { no_such_thing 1 }
-- input { [7] }
-- entry: sum
-- input { [1] } output { 1 }
-- entry: partial
-- input { 1 } error: out of [a-z]*
-- input { 0 } error: division by zero
-- input { 0 } output { 1 }
def main (xs: []i32) = map (\x -> if x == 7 then 1 / (x - 7) else x + 1) xs
entry partial (x: i32) = 1 / x
END
printf -- '-- ==\n-- error: nothing\ndef main = 1\n' >accepted.fut
printf -- '-- ==\n-- error: nothing like it\ndef main = 1 + true\n' >other_text.fut
printf -- '-- ==\n-- input { 1 ouput { 2 }\ndef main (x: i32) = x\n' >block.fut
printf -- '-- ==\n-- input { 1 } output { 1 }\ndef main (x: i32) = y\n' >broken.fut
cat >slow.fut <<'END'
-- ==
-- input { 1i64 }
-- input { 0i64 }
def main (x: i64) = loop y = x while y > 0 do 1 + y % 7
END
for arguments in fail.fut accepted.fut other_text.fut block.fut broken.fut '--timeout 3 slow.fut'; do
  echo "\$ planish test $arguments"
  "$PLANISH" test $arguments
  echo "=> $?"
done

echo '--- selecting'
"$PLANISH" test --entry partial fail.fut | tail -n 1
"$PLANISH" test --any-error-text other_text.fut
"$PLANISH" test --compiled --backend=interp --exclude slow suite/pass.fut
"$PLANISH" test suite/library.fut
mkdir empty
"$PLANISH" test empty
echo "=> $?"
"$PLANISH" test nowhere
echo "=> $?"
"$PLANISH" test --timeout never suite
"$PLANISH" test --jobs 99999999999 suite
echo "=> $?"
"$PLANISH" test --json --jobs 1 accepted.fut suite/rejected.fut | sed 's/"seconds": .*/"seconds": .../'

echo '--- floats: the wide rule without an option, and units in the last place'
printf -- '-- ==\n-- input { 1f64 } output { [1000f64, 1.5f64, 0f64] }\ndef main (x: f64) = [1000 * x, x, 1e-13 * x]\n' >floats.fut
for options in '' --ulps=1000 --ulps-of-largest=1 --ulps=0.5; do
  echo "\$ planish test $options floats.fut"
  "$PLANISH" test $options floats.fut
  echo "=> $?"
done

echo "--- in one process"
cat >one.fut <<'FUT'
-- ==
-- input { 1 } output { 2 }
-- input { 2 } output { 4 }
def main (x: i32) = x + 1
FUT
"$PLANISH" test --in-process --backend=gpu-emulator one.fut suite/pass.fut --exclude=slow
echo "=> $?"
