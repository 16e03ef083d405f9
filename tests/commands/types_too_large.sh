# Each function is called at a type that is twice as large as the one before: no type that is written is large, and the
# checker sees none. Values of such types would have 2^36 parts.
try() {
  "$PLANISH" check "$1" && echo "$1 is accepted"
  timeout 60 "$PLANISH" run --backend=interp "$1" <<<"3"
  echo "exit status $?"
}
tower() { # NAME ARGUMENT: what the function before is called with
  {
    echo "def f0 't (_: t) = 1i64"
    for i in {1..36}; do echo "def f$i 't (x: t) = f$((i - 1)) $2"; done
    echo "entry main (k: i64) = f36 k"
  } >"$1.fut"
  try "$1.fut"
}
tower pairs "(x, x)"
tower sums "((if true then #both x x else #none) : #both t t | #none)"

{
  echo "module type part = { type t val x : t val f : t -> i64 }"
  echo "module m0 : part = { type t = i64 def x = 1i64 def f (y: t) = y }"
  echo "module twice (m: part) : part = { type t = (m.t, m.t) def x = (m.x, m.x) def f (y: t) = m.f y.0 }"
  for i in {1..36}; do echo "module m$i = twice m$((i - 1))"; done
  echo "entry main (k: i64) = m36.f m36.x + k"
} >modules.fut
try modules.fut

{
  echo 'function f0(x) = 1 $'
  for i in {1..36}; do echo "function f$i(x) = f$((i - 1))((x, x)) \$"; done
  echo 'f36(3)'
} >tower.nesl
timeout 60 "$PLANISH" run tower.nesl
echo "exit status $?"
