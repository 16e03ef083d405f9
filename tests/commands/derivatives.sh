# What cannot be compiled yet is reported at its place in the user's program.
cat >square.fut <<'END'
def square (x: f64) : f64 = x * x

entry main (x: f64) : f64 = vjp square x 1
END
"$PLANISH" check square.fut
echo "=> $?"
echo 3 | "$PLANISH" run square.fut
echo "=> $?"
