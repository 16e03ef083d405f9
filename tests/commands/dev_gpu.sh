# Code and plans of programs for GPUs, without a GPU. PTX is not compared as a whole: what matters is which kernels there are, that
# everything is inlined into them, and that simple ones need no memory of their own.
cat >map.fut <<'FUT'
entry main (xs: []f32) : []f32 = map (\x -> x * x + 1) xs
FUT
cat >sum.fut <<'FUT'
entry main (xs: [][]f32) : []f32 = map f32.sum xs
FUT
cat >filter.fut <<'FUT'
entry main (xs: []i32) : []i32 = filter (> 0) xs
FUT
cat >recursive.fut <<'FUT'
def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry main (xs: []i32) : []i32 = map fib xs
FUT
cat >loops.fut <<'FUT'
entry short [n] [m] (ps: [n]f32) (qs: [m]f32) : [n]f32 =
  map (\p ->
         loop s = 0 for q in qs do
           s + q / (1 + f32.sqrt (p * p + q * q)) + (q * p + s) * (s - q * 3) + (p - s) / (q + 2) - s * p)
      ps
entry long [n] [m] (ps: [n]f32) (qs: [m]f32) : [n]f32 =
  map (\p ->
         loop s = 0 for q in qs do
           f32.sqrt q + f32.exp (s - q) + f32.exp (p * s) * f32.exp (p + s) + f32.exp (p / q) / f32.exp (p - s * q)
           + f32.exp (q * q))
      ps
FUT
cat >two.fut <<'FUT'
entry maps (xs: []f32) : ([]f32, []f32) = unzip (map (\x -> (x + 1, x * x)) xs)
entry scans (xs: []f32) : ([]f32, []f32) = unzip (scan (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) (map (\x -> (x, x + 1)) xs))
FUT
cat >while.fut <<'FUT'
entry some (xs: []f32) : []i32 = map (\x -> (loop (y, k) = (x, 0i32) while y < 4 && k < 255 do (y * y + x, k + 1)).1) xs
entry many (xs: []f32) : []i32 = map (\x -> (loop (y, k) = (x, 0i32) while y < 4 do (y * y + x, k + 1)).1) xs
FUT
# The text of one kernel.
kernel() { sed -n "/\.entry $1(/,/^}/p"; }
# How often a pattern occurs.
count() { echo "$1: $(grep -c -e "$1")"; }

echo "--- kernels"
for name in map sum filter; do
  "$PLANISH" dev --backend=cuda --emit=ptx $name.fut >$name.ptx
  echo "$name: $? $(grep -o '\.entry planish_[a-z_]*_[0-9]\+(' $name.ptx | cut -d' ' -f2 | tr -d '(' | tr '\n' ' ')"
  count 'call' <$name.ptx
done
grep '^\.target' map.ptx
"$PLANISH" dev --backend=cuda --emit=ptx --gpu-arch=sm_90 map.fut | grep '^\.target'

echo "--- a map"
kernel planish_map_0 <map.ptx >kernel.ptx
for pattern in '\.local' 'ld\.global' 'st\.global' 'fma\.rn\.f32' 'bar\.'; do count "$pattern" <kernel.ptx; done

echo "--- loops: four iterations of short ones together, and one for what is left"
"$PLANISH" dev --backend=cuda --emit=ptx loops.fut >loops.ptx
for number in 0 1; do kernel planish_map_$number <loops.ptx | count 'sqrt\.rn\.f32'; done

echo "--- sums of rows: four neighbours are read together"
for name in pieces_2 rows_3; do kernel planish_reduce_$name <sum.ptx | grep -q 'ld\.global\.nc\.v4' && echo "$name: yes"; done

echo "--- several results: those of neighbours are written together"
"$PLANISH" dev --backend=cuda --emit=ptx two.fut >two.ptx
kernel planish_map_vectors_1 <two.ptx | count 'st\.global\.v4'
kernel planish_scan_3 <two.ptx | count 'st\.global\.v2'

echo "--- while loops: one of few iterations does not look whether it is cancelled, another does so between strips"
"$PLANISH" dev --backend=cuda --emit=ptx while.fut >while.ptx
for number in 0 1; do kernel planish_map_$number <while.ptx | count 'ld\.volatile'; done
"$PLANISH" dev --backend=cuda --plan while.fut | grep -e '-- kernel'

echo "--- recursion is a call, but none by pointer"
"$PLANISH" dev --backend=cuda --emit=ptx recursive.fut >recursive.ptx
grep -q 'call\.uni' recursive.ptx && echo calls
count 'prototype' <recursive.ptx

echo "--- LLVM IR"
"$PLANISH" dev --backend=cuda --emit=llvm map.fut | grep -o '^target triple.*\|ptx_kernel void @planish_map_0'
"$PLANISH" dev --backend=cuda --emit=unoptimised-llvm map.fut | grep -c 'call void @planish_kernel_map('
"$PLANISH" dev --backend=cuda --emit=host-llvm map.fut | grep -o '@planish_device_code = ' | uniq
"$PLANISH" dev --backend=gpu-emulator --emit=llvm map.fut | grep -o 'define internal .*@planish_map_0'
"$PLANISH" dev --backend=gpu-emulator --emit=unoptimised-llvm map.fut | grep -o 'declare .*@planish_emulator_thread()'

echo "--- plans"
for name in map sum filter; do
  "$PLANISH" dev --backend=cuda --plan $name.fut | grep -e '-- plan' -e '-- kernel' -e 'seg[a-z]* (' | sed 's/_[0-9]*:/:/g'
done
"$PLANISH" dev --backend=cuda --plan recursive.fut | grep -m1 -e '-- kernel'

echo "--- mistakes"
"$PLANISH" dev --backend=gpu-emulator --emit=ptx map.fut
echo "=> $?"
"$PLANISH" dev --backend=cuda --emit=ptx --gpu-arch=sm_1 map.fut
echo "=> $?"
"$PLANISH" dev --backend=cuda --passes=standard --emit=ptx map.fut
echo "=> $?"
