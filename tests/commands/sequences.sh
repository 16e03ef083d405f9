# Sequences from outside: standard input and output, files in all formats, pipes that end early, data that is wrong.
# Checklist: 66, 68.
cat >rows.fut <<'END_OF_PROGRAM'
entry main (k: i64) (rows: seq ([?]f32)) : seq f32 = seq.map (\row -> f32.sum row + f32.i64 k) rows
entry total (xs: seq i32) : (i32, i64) =
  let (sum, count) = seq.reduce (\(a, m) (b, n) -> (a + b, m + n)) (0, 0) (seq.map (\x -> (x, 1)) xs)
  in (sum, count)
entry twice (xs: seq i32) : (i32, i64) =
  let sum = seq.reduce (+) 0 xs
  in (sum, seq.length (seq.filter (\x -> 2 * x >= sum) xs))
entry once (xs: seq i32) : (i32, seq i32, i64, i64) =
  let ys = seq.map (* 2) xs
  in (seq.reduce (+) 0 ys, ys, seq.length xs, seq.find (> 3) ys)
entry inverses (xs: seq i32) : (seq i32, bool) = (seq.map (\x -> 100 / x) xs, true)
entry middle (xs: seq i32) (k: i32) (ys: seq i32) : seq i32 = seq.map (* k) (seq.append xs ys)
entry lengths (lines: seq ([?]u8)) : seq i64 = seq.map length lines
entry firsts (n: i64) (xs: seq i32) : seq i32 = seq.take n xs
entry sum (xs: seq i64) : i64 = seq.reduce (+) 0 xs
entry up_to (n: i64) : seq i64 = seq.produce n id
entry pairs (xs: seq (i32, f64)) : (seq (f64, i32), seq i32) = (seq.map (\(a, b) -> (b, a)) xs, seq.map (.0) xs)
END_OF_PROGRAM
"$PLANISH" build rows.fut -o rows
all() {
  echo "--- $*"
  cat >input
  for run in "$PLANISH run --backend=cpu rows.fut" "$PLANISH run --backend=interp rows.fut" ./rows; do
    cat input | $run "$@" >unplaced 2>&1
    status=$?
    sed 's|/prelude/seq.fut:[0-9:-]*|/prelude/seq.fut|' unplaced >output
    echo "=> $status" >>output
    if [ "$run" = "$PLANISH run --backend=cpu rows.fut" ]; then
      cat output
      cp output first
    else
      sed 's/^rows: /planish: /' output | diff first - && echo same
    fi
  done
}
echo '1 [1.5] [] [2, 3]' | all
echo '2 [[1.5], []] [[2, 3]] []' | all
echo '0 ' | all
echo '0 [] [[]]' | all
echo '1 2 [3, 4] 5 [6]' | all -e total
echo '[1, 2] 10 [3] 4 5' | all -e middle
echo '1 2 3' | all -e total --param chunk=1
echo '2 1 2 3 four' | all -e firsts --param chunk=1
echo 5 | all -e up_to
echo '[1, 2, 3] [0.5, 1.5, 2.5]' >pairs.txt
all -e pairs --in xs=pairs.txt <pairs.txt
echo '--- everything before what is wrong is written'
echo '1 2 5 0 7' | all -e inverses --param chunk=1 | sed '/ at \| called /d'
echo '1 2 5 x 7' | all -e inverses
echo '1 [1, 2] [3, true]' | all
echo '--- a pipe is read once, a file again'
echo '1 2 3' | all -e twice
"$PLANISH" run -e twice rows.fut <input
"$PLANISH" run -e twice --in xs=input rows.fut
./rows -e twice <input
./rows -e twice --in xs=values:input
echo '--- several consumers, one pass'
echo '1 2 3' | all -e once
echo '1 2 3' | all -e once --param chunk=1
(echo 1; sleep 0.2; echo 2 3) | ./rows -e once
echo '--- formats'
printf 'one\n\nthree\nfive' >words.txt
./rows -e lengths --in lines=lines:words.txt
gzip -k words.txt
"$PLANISH" run -e lengths --in lines=lines:words.txt.gz --out 0=raw:lengths.raw rows.fut && od -An -td8 lengths.raw
printf '\1\0\0\0\2\0\0\0\3\0\0\0' | ./rows -e total --in xs=raw:-
printf '\1\0\0\0\2\0\0\0\3\0\0' | ./rows -e total --in xs=raw:-
echo "=> $?"
echo 3 | ./rows -b -e up_to | "$PLANISH" run -e sum --in xs=- rows.fut
echo 3 | ./rows -e up_to --out 0=numbers.txt && cat numbers.txt
echo '--- a reader that goes away, and one that never ends'
yes 1 | ./rows -e firsts 2>&1 | head -n 2
echo 1000000000000 | timeout 20 "$PLANISH" run --backend=cpu -e up_to rows.fut | head -n 2
(echo 2; yes 1) | timeout 20 "$PLANISH" run --backend=cpu -e firsts rows.fut
echo '--- what makes no sense'
"$PLANISH" run -e total --in ys=input rows.fut; echo "=> $?"
"$PLANISH" run --in k=input rows.fut; echo "=> $?"
"$PLANISH" run -e total --in xs rows.fut; echo "=> $?"
"$PLANISH" run -e total --in xs=nowhere rows.fut; echo "=> $?"
"$PLANISH" run -e total --out 0=here rows.fut <input; echo "=> $?"
echo 'entry main (n: i64) = n' | "$PLANISH" run --in n=input - ; echo "=> $?"
./rows -e total --runs=3 <input; echo "=> $?"
echo '--- 128 MB within 8 MB, and 8 MB for the program itself'
cat >most_memory.py <<'END_OF_PROGRAM'
import resource, subprocess, sys
subprocess.run(sys.argv[1:])
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("within it" if most <= 16 * 1024 else f"it took {most} KiB")
END_OF_PROGRAM
head -c 128M /dev/zero | python3 most_memory.py ./rows -e total --in xs=raw:- --memory-limit=8M
echo '--- 128 MB without a limit, in 8 MB beside the program itself: chunks stay in the cache'
head -c 128M /dev/zero | python3 most_memory.py ./rows -e total --in xs=raw:-
echo '--- elements that need 800 kB each, within 8 MB, and one that does not fit'
cat >large.fut <<'END_OF_PROGRAM'
entry main (xs: seq i64) : seq i64 = seq.map (\n -> let ys = scan (+) 0 (iota n) in ys[n / 2] + ys[n - 1]) xs
END_OF_PROGRAM
"$PLANISH" build large.fut -o large
yes 100000 | head -n 300 | ./large --memory-limit=8M | uniq -c
echo 10 10000000 10 | ./large --memory-limit=8M 2>&1 | head -n 2
echo "=> ${PIPESTATUS[1]}"
cat >in_map.fut <<'END_OF_PROGRAM'
entry main (ks: []i64) (xs: seq i64) : []i64 = map (\k -> seq.reduce (+) k xs) ks
END_OF_PROGRAM
"$PLANISH" run in_map.fut; echo "=> $?"
