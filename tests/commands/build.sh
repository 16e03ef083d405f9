# What cannot be built, what is written, and the options; tests/c_api has clients and executables.
# Checklist: 85.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
cat >prog.fut <<'END'
entry sum (xs: []i32) = i32.sum xs
entry scaled (k: f32) (xs: []f32) : []f32 = map (* k) xs
END
try build prog.fut
echo '[1, 2, 3]' | ./prog --entry sum
try build --library prog.fut -o out/lib/prog
ls out/lib
grep -c futhark_entry out/lib/prog.h
try build --library --prefix=stats prog.fut -o out/lib/stats
grep -o 'stats_entry_[a-z]*\|struct stats_context \*stats_context_new' out/lib/stats.h
grep -ci 'futhark_[a-z]*(' out/lib/stats.h
try build --threads=1 --target-cpu=x86-64 --fast-math prog.fut -o new/folder/named
echo '2 [1, 2]' | new/folder/named --entry scaled
try build --emit=asm prog.fut
grep -c '^planish_entry_sum:' prog.s
try build --emit=llvm prog.fut -o here
grep -c 'define.*@planish_entry_sum(' here
"$PLANISH" build --verbose prog.fut -o named 2>&1 | sed 's/ .*//'
echo 'def f x = x + 1i32' >none.fut
try build --entry-point=f none.fut -o of_f
echo 4 | ./of_f --entry f

echo '--- what cannot be built'
try build none.fut
try build -e g none.fut
echo 'def g f = f 1i32' >higher.fut
try build -e g higher.fut 2>&1 | head -n 2
echo 'def main = 1 + true' >bad.fut
try build bad.fut 2>&1 | head -n 3
try build prog.fut -o prog.fut/prog
try build prog.fut -o out/
CC=no-such-compiler try build prog.fut
try build --prefix=stats prog.fut
try build --library --prefix=9a prog.fut
try build --library --prefix=planish prog.fut
try build --emit=gold prog.fut
try build missing.fut
