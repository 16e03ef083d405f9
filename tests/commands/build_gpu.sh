# Executables for GPUs: what is in them, and their options. tests/c_api has clients of libraries.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
cat >prog.fut <<'END'
entry main (k: f32) (xs: []f32) : []f32 = map (* k) xs
END
try build --backend=gpu-emulator prog.fut -o emulated
echo '2 [1, 2]' | ./emulated
echo '2 [1, 2]' | ./emulated -r 2 -t times -n
wc -l <times
echo '2 [1, 2]' | ./emulated --memory-limit=1 2>&1 | head -n 1
echo '2 [1, 2]' | ./emulated --memory-limit=much
echo "=> $?"
./emulated --help | grep -- '--device\|--cache-file\|--memory-limit'
try build --backend=cuda --gpu-arch=sm_90,sm_80,sm_90 prog.fut -o for_cuda
# Nothing but the C library.
readelf -d for_cuda | sed -n 's/.*NEEDED.*\[\(.*\)]/\1/p' | grep -v '^lib\(c\|m\|mvec\)\.so\|^ld-linux'
grep -ao '^\.target sm_[0-9]*' for_cuda
echo '2 [1, 2]' | ./for_cuda --device='no such device' >/dev/null 2>&1
echo "=> $?"

echo '--- what cannot be built'
try build --backend=cuda --gpu-arch=sm_60 prog.fut
try build --backend=cuda --gpu-arch=volta prog.fut
try build --gpu-arch=sm_90 prog.fut
try build --emit=ptx prog.fut
