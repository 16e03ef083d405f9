# Literals of many constants are data of the module, and not a store for each element, or a statement for each row.
join() { paste -sd, -; }
numbers() { seq "$1" "$2" | join; }
cat >long.fut <<END
entry numbers (i: i64) : i64 = let t = [i, $(numbers 1 999)] in t[i] + i64.sum t
entry text (i: i64) : u8 = let t = "$(printf 'abcdefghij%.0s' {1..50})" in t[i]
entry rows (i: i64) (j: i64) : i64 = ([$(for k in {0..299}; do echo "[$k, $((k * k)), $((7 * k % 13))]"; done | join)] :> [300][3]i64)[i, j]
END
echo "stores: $("$PLANISH" dev --passes=cpu --emit=unoptimised-llvm long.fut | grep -c ' store ' | awk '{print ($1 < 100 ? "few" : $1)}')"
echo "data: $("$PLANISH" dev --passes=cpu --emit=unoptimised-llvm long.fut | grep -c '^@literal')"
echo "literals: $("$PLANISH" dev --passes=cpu long.fut | grep -c ' = array')"
echo 10 | "$PLANISH" run -e numbers long.fut
echo 12 | "$PLANISH" run -e text long.fut
echo 299 2 | "$PLANISH" run -e rows long.fut
# A hundred thousand elements took minutes.
echo "entry main (i: i64) : i64 = let t = [$(numbers 1 100000)] in t[i] + i64.sum t" >longer.fut
echo 5 | timeout 60 "$PLANISH" run longer.fut
# The type of each constructor is known only at the end: time in the square of their number.
echo "def t : [](#some i64 | #none) = [$(yes '#some 1, #none' | head -n 75000 | join)] entry main (i: i64) = t[i] == #none" >sums.fut
timeout 60 "$PLANISH" check sums.fut && echo "checked"
# GPUs: the host copies them to the device at once; those that threads make are data of the device module.
echo "entry main (i: i64) : i64 = let t = [$(numbers 1 10000)] in t[i] + i64.sum t" >table.fut
echo "entry main [n] (is: [n]i64) : [n]i64 = map (\\i -> let t = [i, $(numbers 1 10000)] in loop s = t[i] for _k < i do s + t[s % 1000]) is" >threads.fut
host() { "$PLANISH" dev --backend=cuda --emit=host-llvm "$1"; }
device() { "$PLANISH" dev --backend=cuda --emit=ptx "$1"; }
echo "writes: $(host table.fut | grep -c 'call.* @planish_device_write'), data: $(host table.fut | grep -c '^@literal')"
echo "stores of threads: $(device threads.fut | grep -c 'st\.' | awk '{print ($1 < 1000 ? "few" : $1)}'), data: $(device threads.fut | grep -c '^.global.* literal')"
echo 5 | timeout 60 "$PLANISH" run --backend=gpu-emulator table.fut
echo "[3i64, 7, 2000]" | timeout 60 "$PLANISH" run --backend=gpu-emulator threads.fut
