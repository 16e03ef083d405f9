# Data sets of programs in NESL: a function applied to something that is evaluated once. Times are left out.
export PLANISH_CACHE=on XDG_CACHE_HOME=$PWD/cache
without_times() {
  sed -E 's/[0-9.]+ (ns|µs|ms|s)\b/TIME/g; s/\b[0-9.]+ (B|kB|MB|GB)\b/BYTES/; s/\b[0-9.]+x/RATIO/g
    s/\b(faster|slower|no difference|not known)$/VERDICT/; s/^[0-9]+ faster.*/N faster, N slower/; s/ +/ /g'
}
mkdir folder
cat >folder/squares.nesl <<'END'
function squares(v) = sum({x * x : x in v}) $
function lengths(vs) = {#v : v in vs} $
function noisy(n) = let q = print_line("not seen") in n $
% test: squares([1, 2]) => 5 %
% bench: squares([1, 2, 3]) => 14 %
% bench: squares({rand(1.0) : i in [0:1000]}) %
% bench: lengths([[1], [] int, [2, 3]]) => [1, 0, 2] %
% bench: noisy(3) %
END
echo 'function library(x) = x $' >folder/library.nesl
"$PLANISH" bench --processes 1 --runs 3 folder 2>&1 | without_times
"$PLANISH" bench --processes 2 --runs 4 -e squares folder/squares.nesl 2>&1 | without_times
"$PLANISH" test folder/squares.nesl
cat >wrong.nesl <<'END'
function twice(x) = x + x $
% bench: twice(2) => 5 %
% bench: 1 + 2 %
% bench: twice("a") %
% bench: none(1) %
% bench: twice(1 / 0) %
END
"$PLANISH" bench --processes 1 --runs 2 wrong.nesl 2>&1 | without_times
"$PLANISH" bench --processes 1 folder/library.nesl
echo "=> $?"
