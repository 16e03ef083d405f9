# The programs that scripts/make-match-programs writes have as many branches after all passes as in the source: the classes
# of `segpartition` in parallel code, the cases or conditions in the rest.
# Checklist: 21, 25.
branches() {
  "$PLANISH" dev --passes=cpu "$1" | awk -v entry="$2" '
    /^fn / { inside = index($2, entry "(") == 1 }
    !inside { next }
    { cases += gsub(/case [0-9]+(u8)? \{/, "&"); ifs += gsub(/= if /, "&") }
    match($0, /segpartition \([^)]*\) [0-9]+/) { split(substr($0, RSTART, RLENGTH), part, ") "); classes = part[2] }
    END { if (classes) print classes, "classes"; else if (cases) print cases + 1, "cases"; else print ifs + 1, "branches of ifs" }'
}
for count in 2 8 64; do
  for entry in by_match by_ifs rows; do
    echo "examples/match/match_$count.fut, $entry: $(branches "$HERE/../../examples/match/match_$count.fut" "$entry")"
  done
done
for count in 2 64; do
  echo "bench/programs/match_$count.fut: $(branches "$HERE/../../bench/programs/match_$count.fut" main)"
done
# A match is one partition into all branches, and nested conditions are one for each condition.
for count in 4 16; do
  "$PLANISH" dev --passes=cpu "$HERE/../../bench/match/match_$count.fut" | grep -o 'segpartition ([^)]*) [0-9]*' |
    awk -v count=$count '{ times[$NF]++ }
      END { print "bench/match/match_" count ".fut:", times[count], "times", count, "classes,", times[2], "times 2 classes" }'
done
