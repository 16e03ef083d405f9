# Tuning parameters: from options, from files, in executables.
cat >chunk.fut <<'END'
entry main (n: i64) = #[param(chunk)] n
END
echo 7 | "$PLANISH" run chunk.fut 2>&1
echo 7 | "$PLANISH" run --param chunk=3 chunk.fut 2>&1
echo 7 | "$PLANISH" run --backend=interp --param chunk=3 chunk.fut 2>&1
echo "--- once more, from the cache"
echo 7 | "$PLANISH" run --param chunk=5 chunk.fut 2>&1
echo "--- a file beside the program, and one that is named"
echo 'chunk=11' >chunk.fut.tuning
printf 'chunk = 12\nof_another_program=1\n' >other
echo 7 | "$PLANISH" run chunk.fut 2>&1
echo 7 | "$PLANISH" run --tuning other chunk.fut 2>&1
echo 7 | "$PLANISH" run --tuning other --param chunk=13 chunk.fut 2>&1
echo "--- executables"
"$PLANISH" build chunk.fut -o chunk && ./chunk --print-params
echo 7 | ./chunk 2>&1
echo 7 | ./chunk --param chunk=14 2>&1
echo 7 | ./chunk --tuning other 2>&1
echo "--- mistakes"
echo 7 | "$PLANISH" run --param chunks=3 chunk.fut 2>&1
echo "exit $?"
echo 7 | "$PLANISH" run --param chunk=x chunk.fut 2>&1
echo "exit $?"
echo 7 | "$PLANISH" run --tuning nowhere chunk.fut 2>&1
echo "exit $?"
echo 'chunk' >wrong
echo 7 | "$PLANISH" run --tuning wrong chunk.fut 2>&1
echo "exit $?"
echo 7 | ./chunk --param chunks=3 2>&1
echo "exit $?"
echo 7 | ./chunk --tuning wrong 2>&1
echo "exit $?"
