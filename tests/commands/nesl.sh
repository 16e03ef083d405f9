# Programs in NESL: what is printed, entries, types, standard input, the REPL.
cat > prog.nesl <<'END'
function dot(a, b) : ([float], [float]) -> float = sum({x * y : x in a; y in b});
function sums(v) : [[int]] -> [int] = {sum(r) : r in v};
function hello(n) = let a = print_string("hello "); b = print_line(@n) in n;
hello(42);
sums([[1, 2], [3]]);
END
"$PLANISH" run --backend=interp prog.nesl
"$PLANISH" types prog.nesl
"$PLANISH" eval --backend=interp 'dot([1.0, 2.0], [3.0, 4.0])' prog.nesl
echo '([1, 2], [3.5, 4])' | "$PLANISH" run --backend=interp --entry dot prog.nesl
echo '[[1, 2], 3]' | "$PLANISH" run --backend=interp --entry sums prog.nesl
echo "status $?"
echo '1 + 1;' | "$PLANISH" run --backend=interp --nesl -
echo '[1][2];' | "$PLANISH" run --backend=interp --nesl -
echo "status $?"
printf '1 + 2;\nit * 2;\ndescribe take;\nexit;\n' | "$PLANISH" repl --nesl --backend=interp
"$PLANISH" bench prog.nesl
echo "status $?"
