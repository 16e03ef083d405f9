# Foreign functions: the header, what is linked, products, failures, and mistakes.
# Checklist: 84.
cp "$HERE"/../../examples/foreign/*.fut "$HERE"/../../examples/foreign/*.c .
for name in sort own sgemm fft; do
  "$PLANISH" build --foreign-header $name.h $name.fut
done
echo "--- prototypes"
grep -h -A2 '\.fut:' sort.h own.h sgemm.h fft.h
echo "--- tests, with results compared with those of the bodies"
"$PLANISH" test --link sort.c sort.fut 2>&1
"$PLANISH" test --link own.c own.fut 2>&1
"$PLANISH" test --link sgemm.c --link-lib blas sgemm.fut 2>&1
"$PLANISH" test --link fft.c --pkg-config fftw3 fft.fut 2>&1
"$PLANISH" test --built --link own.c own.fut 2>&1
"$PLANISH" test --fail-allocations 4 --link own.c own.fut 2>&1
echo "--- which one is called"
cat >answer.fut <<'END'
#[foreign(cpu, answer)]
def answer (x: i32) : i32 = x

#[foreign(cpu, answers, serial, cost(100))]
def answers [n] (xs: *[n]i16) (flag: bool) (point: {x: f16, y: u8}) : (*[n]i16, bool, f16) = (xs, flag, point.x)

entry one (x: i32) = answer x
entry all [n] (xs: [n]i32) = map answer xs
entry rows [n][m] (xs: [n][m]i16) = map (\row -> (answers (copy row) true {x = 1.5, y = 200}).0) xs
entry whole [n] (xs: *[n]i16) = answers xs true {x = 1.5, y = 200}
entry columns [n][m] (xs: [n][m]i16) = map (\row -> (answers (copy row) true {x = 1.5, y = 200}).0) (transpose xs)
END
"$PLANISH" build --foreign-header answer.h answer.fut
grep 'answer' answer.h
cat >answer.c <<'END'
#include "answer.h"
int32_t answer(int32_t x) { return x + 42; }
int32_t answers(planish_foreign *call, int64_t n, bool flag, uint16_t x, uint8_t y, int16_t *xs, bool *out0, uint16_t *out1) {
  for (int64_t i = 0; i < n; i++) xs[i] = (int16_t)(-xs[i] - y);
  *out0 = !flag;
  *out1 = x;
  return 0;
}
END
run() { entry=$1; shift; "$PLANISH" run --entry "$entry" answer.fut "$@" 2>&1; }
echo 1 | run one
echo 1 | run one --link answer.c
echo 1 | run one --link answer.c --backend=interp
echo 1 | run one --link answer.c --backend=gpu-emulator
echo '[1, 2, 3]' | run all --link answer.c
echo '[[1i16, 2i16], [3i16, 4i16]]' | run rows --link answer.c
echo '[[1i16, 2i16], [3i16, 4i16]]' | run columns --link answer.c
echo '[1i16, 2i16]' | run whole --link answer.c
echo '[1i16, 2i16]' | run whole
echo "--- another file of the same name is not taken from the cache"
sed -i 's/42/43/' answer.c
echo 1 | run one --link answer.c
echo "--- objects, archives, shared libraries"
gcc -c -fPIC answer.c -o answer.o && ar rcs libanswer.a answer.o && gcc -shared -o libanswer.so answer.o
echo 1 | run one --link answer.o
echo 1 | run one --link libanswer.a
echo 1 | run one --link libanswer.so
echo "--- products"
"$PLANISH" build --link answer.c answer.fut -o answer && echo '[1, 2]' | ./answer --entry all
"$PLANISH" build --link libanswer.a answer.fut -o answer && echo '[1, 2]' | ./answer --entry all
"$PLANISH" build --link libanswer.so answer.fut -o answer && echo '[1, 2]' | ./answer --entry all
"$PLANISH" build answer.fut -o answer && echo '[1, 2]' | ./answer --entry all
"$PLANISH" build --library --link answer.c answer.fut -o lib/answers
cat >client.c <<'END'
#include <stdio.h>
#include "lib/answers.h"
int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  int32_t x = 0;
  futhark_entry_one(ctx, &x, 1);
  printf("%d\n", x);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}
END
gcc client.c -Llib -lanswers -Wl,-rpath,"$PWD/lib" -o shared && ./shared
gcc client.c lib/libanswers.a -ltbb -l:libstdc++.so.6 -lm -lmvec -lpthread -o static && ./static
echo "--- failures"
echo '[4.0, -1.0]' | "$PLANISH" run --entry roots --link own.c own.fut 2>&1
echo "exit $?"
cat >wrong.fut <<'END'
#[foreign(cpu, wrong)]
def wrong (n: i64) : ?[k].([k]i32, [k]i64) = (map i32.i64 (iota n), iota n)
entry main (n: i64) = wrong n
END
cat >wrong.c <<'END'
#include <stddef.h>
#include <stdint.h>
typedef struct planish_foreign planish_foreign;
struct planish_foreign {
  void *(*allocate)(planish_foreign *, int32_t, const int64_t *);
  int32_t (*fail)(planish_foreign *, const char *);
};
int32_t wrong(planish_foreign *call, int64_t n) {
  int64_t m = n + 1, none = -1, huge = INT64_MAX;
  switch (n) {
    case 0: return 7;
    case 1: return call->allocate(call, 0, &n) == NULL;
    case 2: call->allocate(call, 0, &n); return call->allocate(call, 1, &m) == NULL;
    case 3: return call->allocate(call, 0, &none) == NULL;
    case 4: return call->allocate(call, 2, &n) == NULL;
    case 5: call->allocate(call, 0, &n); return call->allocate(call, 0, &n) == NULL;
    default: return call->allocate(call, 0, &huge) == NULL;
  }
}
END
for n in 0 1 2 3 4 5 6; do
  echo $n | PLANISH_VERIFY=on "$PLANISH" run --link wrong.c wrong.fut 2>&1
done
echo "exit $?"
echo "--- a function that does something else than the body"
printf '%s\n' '-- ==' '-- entry: one' '-- input { 1 }' >other.fut
cat answer.fut >>other.fut
"$PLANISH" test --entry one --link answer.c other.fut 2>&1
echo "exit $?"
echo "--- mistakes"
echo 1 | run one --link nothing.c
echo "exit $?"
echo 1 | run one --link answer.fut
echo "exit $?"
echo 1 | run one --link-lib there_is_no_such_library 2>&1 | grep -o 'cannot find -l.*' | head -1
echo nonsense >bad.bc
echo 1 | run one --link bad.bc | head -c 60
echo
echo 1 | run one --require-foreign
echo "exit $?"
echo 1 | run one --require-foreign --link answer.c
echo "exit $?"
echo "--- what is not named is not called, though it is there"
cat >sine.fut <<'END'
#[foreign(cpu, sin)]
def sine (x: f64) : f64 = x

entry main (x: f64) = sine x
END
echo 1.0 | "$PLANISH" run sine.fut
echo 1.0 | "$PLANISH" run --link answer.c sine.fut
echo 1.0 | "$PLANISH" run --link-lib m sine.fut
