# What threads of a GPU show, and how they fail: as on the CPU.
show() {
  echo "== $2 $3"
  $PLANISH run --backend=cpu --threads=1 -e "$2" "$1" <<< "$3" > cpu 2>&1
  $PLANISH run --backend=gpu-emulator -e "$2" "$1" <<< "$3" > gpu 2>&1
  cat gpu
  diff cpu gpu > differences || { echo "on the CPU:"; cat cpu; }
}

cat > traces.fut <<'END'
#[noinline] def traced (x: i64) : i64 = #[trace(inside)] (x * x)

-- Scalars, arrays, and rows of which the lengths are known only when they are made.
entry main (n: i64) =
  let xs = map (\i -> traced i + 1) (iota n)
  let ys =
    map (\x ->
           let row = #[trace(row)] (map (\j -> x * 10 + j) (iota 3))
           in #[trace] f32.i64 (row[0] + row[2]))
        xs
  let zss = irregular.flatten (map (\i -> filter (\j -> j % 2 == i % 2) (iota (#[trace(length)] i))) xs)
  in (ys, zss)
END
show traces.fut main 4i64

# More than there is room for at first.
cat > many.fut <<'END'
entry main (n: i64) = i64.sum (map (\i -> #[trace] i) (iota n))
END
$PLANISH run --backend=gpu-emulator many.fut <<< 5000i64 2>&1 | sort -u | wc -l

cat > fails.fut <<'END'
#[noinline] def gather [n] (xs: [n]i32) (is: [n]i64) : [n]i32 = map (\i -> xs[i]) is

#[noinline] def sum [n] (xs: [n]i32) : i32 = i32.sum xs

#[noinline] def twice [n] (xs: [n]i32) (is: [n]i64) : i32 =
  sum (gather (gather xs is) (map (\i -> i % n) is))

-- The kernel that fails is noticed where the sum is needed, or, if k is not positive, where the host fails.
entry main [n] (xs: [n]i32) (is: [n]i64) (k: i64) : i32 =
  let first = gather xs is
  let m = assert (k > 0) k
  in twice first (map (% m) is)
END
show fails.fut main '[1, 2, 3] [0i64, 1i64, 2i64] 3i64'
show fails.fut main '[1, 2, 3] [0i64, 1i64, 2i64] 4i64'
show fails.fut main '[1, 2, 3] [0i64, 1i64, 7i64] 8i64'
show fails.fut main '[1, 2, 3] [0i64, 1i64, 7i64] 0i64'
show fails.fut main '[1, 2, 3] [0i64, 1i64, 2i64] 0i64'

# Many threads fail, some of them several times: the first one is told, once.
cat > sums.fut <<'END'
#[noinline] def checked (x: i64) : i64 = assert (x < 40) (x * x)

entry main (n: i64) : i64 = i64.sum (map checked (iota n))
END
for seed in 1 2 3; do
  PLANISH_EMULATOR=seed=$seed $PLANISH run --backend=gpu-emulator sums.fut <<< 2000i64 2>&1 || true
done

# Recursion that is too deep for the stack of a thread: the host calls the function for all points at once.
cat > deep.fut <<'END'
def down (n: i64) : i64 = if n <= 0 then 0 else 1 + down (n - 1) + down (0 - n)

entry main (n: i64) : []i64 = map down [n, 5, n + 1]
END
show deep.fut main 12000i64
