# Programs of both languages, in all commands.
unset PLANISH_CACHE
export XDG_CACHE_HOME=$PWD/cache
planish() { "$PLANISH" "$@"; }
cat >words.nesl <<'PROGRAM'
load "more" $

function words(text) = wordify(text) $
function row_sums(rows) = {sum(row) : row in rows} $
function scaled(v) : [int] -> [int] = {x * factor : x in v} $
PROGRAM
cat >more.nesl <<'PROGRAM'
load "vectors.fut" $
factor = 10 $
function norms(rows) = {sqrt(dot(row, row)) : row in rows} $
PROGRAM
cat >vectors.fut <<'PROGRAM'
-- | Vectors.

-- | The sum of
-- the products.
def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)
PROGRAM
cat >main.fut <<'PROGRAM'
-- ==
-- entry: main
-- input { [1i64, 2i64] } output { [10i64, 20i64] }
import "words.nesl"

entry main (xs: []i64) = scaled xs

entry sums [n] (rows: [n][?]i64) : []i64 = row_sums rows

entry lengths [n] (rows: [n][?]f64) : []f64 = norms rows

entry divide (xs: []i64) = scaled [100 / xs[0]]
PROGRAM

echo '--- check, types, eval, test'
planish check main.fut
echo "=> $?"
planish types main.fut
planish types words.nesl
planish eval 'sums [[1, 2], [3]]' main.fut
planish eval 'norms({[float(i), 1.0] : i in [0:2]})' words.nesl
planish test main.fut

echo '--- run, on all backends'
for backend in interp cpu gpu-emulator; do
  planish run --backend=$backend --entry sums main.fut <<<'[[1i64, 2i64], [], [3i64]]'
  planish run --backend=$backend --entry lengths main.fut <<<'[[3.0f64, 4.0f64], [], [2.0f64]]'
  echo '[[3.0, 4.0], [2.0]]' | planish run --backend=$backend --entry 'norms : [[float]] -> [float]' words.nesl
done
planish run --backend=cpu --entry divide main.fut <<<'[0i64]'

echo '--- a change of an imported file is noticed'
planish run --backend=cpu main.fut <<<'[1i64]'
planish run --backend=cpu main.fut <<<'[2i64]'
sed -i 's/factor = 10/factor = 100/' more.nesl
planish run --backend=cpu main.fut <<<'[1i64]'
echo '[[3.0, 4.0]]' | planish run --backend=cpu --entry 'norms : [[float]] -> [float]' words.nesl
sed -i 's/f64.sum/2 * f64.sum/' vectors.fut
echo '[[3.0, 4.0]]' | planish run --backend=cpu --entry 'norms : [[float]] -> [float]' words.nesl
planish run --backend=cpu --entry lengths main.fut <<<'[[3.0f64, 4.0f64]]'

echo '--- build, fmt'
planish build main.fut && echo '[3i64]' | ./main
planish build --library -o both main.fut && grep -o 'futhark_entry_[a-z]*' both.h
planish build --entry-point norms words.nesl
echo "=> $?"
planish fmt --check main.fut words.nesl
echo "=> $?"

echo '--- explain, each file in its own words'
planish explain --target-cpu=x86-64-v3 main.fut | grep -A 8 '^sums'

echo '--- dev: what is made of a call'
cat >small.nesl <<'PROGRAM'
function double(x) = x + x $
PROGRAM
cat >small.fut <<'PROGRAM'
import "small.nesl"
entry main (x: i64) : i64 = double x
PROGRAM
planish dev --no-locations small.fut

echo '--- REPL'
printf 'load "vectors.fut" $\ndot([1.0], [2.0]);\ndescribe dot;\n' | planish repl --nesl
printf 'open import "words.nesl"\nrow_sums [[1, 2], [3, 4]]\n' | planish repl

echo '--- messages stand in the file that they are about'
sed -i 's/{sum(row)/{sum(rows)/' words.nesl
planish check main.fut
echo "=> $?"
cp words.nesl old.nesl
sed -i 's/{sum(rows)/{sum(row)/' words.nesl
echo 'def dot (x: i32) = x' >vectors.fut
planish check words.nesl
echo "=> $?"
