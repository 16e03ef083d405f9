# On one of the machine's processors programs run with one thread, and say nothing about it.
cat > sum.fut <<'END'
entry main (n: i64) : i64 = reduce (+) 0 (map (\i -> i * i % 7) (iota n))
END
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
taskset -c "$first" "$PLANISH" run --backend=cpu sum.fut <<< 1000000i64 2>&1
"$PLANISH" build sum.fut -o sum && taskset -c "$first" ./sum <<< 1000000i64 2>&1
taskset -c "$first" ./sum --threads=3 <<< 1000000i64 2>&1
