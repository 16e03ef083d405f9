cat >prog.fut <<'END'
-- | The sum of products.
def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

module m = {
  def (<+>) (x: i32) y = x + y -- an operator
}

entry main [n] (xs: *[n]f32) =
  let ys = copy xs with [0] = 1
  in dot xs ys
END
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@" prog.fut
  echo "=> $?"
}
try tokens
try tokens --no-locations --no-comments
try tokens --json --no-comments
try ast
try ast --no-locations
try ast --json --no-locations
try types
try types --json
try types --at 2:62
try types --at 2:5
try types --at 9:7
try types --at 3:1
