# Files that cannot be read, JSON, colours, several files.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
echo 'def x : i32 = 1' >good.fut
echo 'def x : i32 = ' >bad.fut
mkdir folder
: >empty.fut
try check good.fut empty.fut
try check good.fut bad.fut
try check missing.fut folder
try check --json bad.fut
try check --json good.fut
try check --color=always bad.fut
echo '$ planish check -'
echo 'def y = ' | "$PLANISH" check -
echo "=> $?"
