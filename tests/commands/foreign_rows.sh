# Foreign functions for all rows, and for GPUs: the header, what is called, products, failures, and what explain says.
# Checklist: 84.
cp "$HERE"/../../examples/foreign/*.fut "$HERE"/../../examples/foreign/*.c .
for name in rows device; do
  "$PLANISH" build --foreign-header $name.h $name.fut
done
echo "--- prototypes"
grep -h -A4 '\.fut:' rows.h device.h
echo "--- tests, with results compared with those of the bodies"
"$PLANISH" test --link rows.c rows.fut 2>&1
"$PLANISH" test --built --link rows.c rows.fut 2>&1
"$PLANISH" test --fail-allocations 4 --link rows.c rows.fut 2>&1
"$PLANISH" test --link device.c device.fut 2>&1
"$PLANISH" test --backend=gpu-emulator device.fut 2>&1
clang-22 -O2 -emit-llvm -c device_scalar.c -o device_scalar.bc
"$PLANISH" test --backend=gpu-emulator --link device.c --link device_scalar.bc device.fut 2>&1
"$PLANISH" test --built --backend=gpu-emulator --link device.c --link device_scalar.bc device.fut 2>&1
"$PLANISH" test --fail-allocations 4 --backend=gpu-emulator --link device.c --link device_scalar.bc device.fut 2>&1
echo "--- all rows in one call"
cat >calls.fut <<'END'
#[foreign(cpu, one, serial, lifted(all))]
#[foreign(cuda, one, lifted(all))]
def sum [n] (xs: [n]i32) : i32 = i32.sum xs
entry rows [n] (xs: [n][?]i32) : [n]i32 = map sum xs
entry regular [n][m][k] (xs: [n][m][k]i32) : [n]i32 = map (\matrix -> i32.sum (map sum matrix)) xs
entry loops [n] (xs: [n][?]i32) : [n]i32 = map (\row -> loop x = 0 for _i < 2 do x + sum row) xs
entry alone [n] (xs: [n]i32) : i32 = sum xs
#[foreign(cpu, wrong, lifted(wrong_all))]
def wrong (n: i64) : ?[k].[k]i32 = replicate n 1
entry wrong_sizes (ns: []i64) = map (\n -> i32.sum (wrong n)) ns
END
cat >calls.c <<'END'
#include <stdio.h>
#include "calls.h"
int32_t one(planish_foreign *call, int64_t n, const int32_t *xs, int32_t *out0) {
  (void)call;
  printf("a call for one row of %d\n", (int)n);
  *out0 = 0;
  for (int64_t i = 0; i < n; i++) *out0 += xs[i];
  return 0;
}
int32_t all(planish_foreign *call, int64_t rows, const int64_t *n, const int64_t *offsets, const int32_t *xs, int32_t *out0) {
  (void)call;
  printf("a call for %d rows\n", (int)rows);
  for (int64_t i = 0; i < rows; i++) {
    out0[i] = 0;
    for (int64_t j = 0; j < n[i]; j++) out0[i] += xs[offsets[i] + j];
  }
  return 0;
}
int32_t wrong(planish_foreign *call, int64_t n) { return planish_foreign_allocate(call, 0, &n) == 0; }
int32_t wrong_all(planish_foreign *call, int64_t rows, const int64_t *n, int64_t *out0) {
  for (int64_t i = 0; i < rows; i++) out0[i] = n[i];
  return planish_foreign_allocate(call, 1, &rows) == 0;
}
END
"$PLANISH" build --foreign-header calls.h calls.fut
for backend in cpu gpu-emulator; do
  calls() { entry=$1; "$PLANISH" run --backend=$backend --link calls.c --entry "$entry" calls.fut 2>&1 | sort; }
  echo '[[1, 2], [], [3]]' | calls rows
  echo 'empty([0][0]i32)' | calls rows
  echo '[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]' | calls regular
  echo '[[1, 2], [], [3]]' | calls loops
  echo '[1, 2]' | calls alone
done
echo '[4i64, 5i64]' | "$PLANISH" run --link calls.c --entry wrong_sizes calls.fut 2>&1 | head -2
echo "--- which one explain says"
"$PLANISH" explain rows.fut 2>&1 | head -3
"$PLANISH" explain --link rows.c rows.fut 2>&1 | head -3
"$PLANISH" explain --link device.c device.fut 2>&1 | head -4
"$PLANISH" explain --backend=gpu-emulator --link device.c device.fut 2>&1 | head -4
"$PLANISH" explain --backend=gpu-emulator --link device.c --link device_scalar.bc device.fut 2>&1 | sed -n 2p
