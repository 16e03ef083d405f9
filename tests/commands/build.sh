# What cannot be built, what is written, and the options; tests/c_api has clients and executables.
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

echo '--- for GPUs'
try build --backend=gpu-emulator prog.fut -o emulated
echo '[1, 2, 3]' | ./emulated --entry sum
echo '2 [1, 2]' | ./emulated --entry scaled -r 2 -t times
wc -l <times
echo '[1, 2, 3]' | ./emulated --entry sum --memory-limit=1
echo "=> $?"
./emulated --help | grep -c -- '--device\|--cache-file'
./prog --help | grep -c -- '--device\|--cache-file'
./prog --device=x
echo "=> $?"
try build --backend=cuda prog.fut -o for_cuda
readelf -d for_cuda | grep -o 'NEEDED.*\[.*]' | sed 's/.*\[//; s/[.].*//' | sort | grep -v 'libc\|libm\|ld-linux'
echo '[1, 2, 3]' | ./for_cuda --entry sum --device='no such device' >/dev/null 2>&1
echo "=> $?"
try build --backend=cuda --gpu-arch=sm_90,sm_80,sm_90 prog.fut -o for_cuda
grep -ao '^.target sm_[0-9]*' for_cuda
try build --backend=cuda --emit=ptx prog.fut
grep -c '^.visible .entry' prog.ptx
try build --backend=cuda --gpu-arch=sm_60 prog.fut
try build --backend=cuda --gpu-arch=volta prog.fut
try build --backend=cuda --gpu-arch=sm_99 prog.fut
try build --gpu-arch=sm_90 prog.fut
try build --emit=ptx prog.fut
