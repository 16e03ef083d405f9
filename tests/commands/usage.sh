# Exit status 2, and a suggestion where there is one.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@" </dev/null
  echo "=> $?"
}
try chek prog.fut
try prog.fut
try frobnicate
try --versoin
try check
try check --jsno prog.fut
try check --color=sometimes prog.fut
try check --color
try types a.fut b.fut
try types --at 3 prog.fut
try completion
try completion tcsh
try help chekc
try explain-error
try explain-error size-mismach
