# Functions of NESL in executables and libraries; one with parameters in its type is given a type.
cat >a.nesl <<'END'
function largest(v) = max_val(v) $
function double(x) = x + x $
function pairs(v) = {(x, x) : x in v} $
END
"$PLANISH" build --entry-point 'largest : [float] -> float' a.nesl
echo '[1.5, 2.5]' | ./a --entry-point=largest
"$PLANISH" build --entry-point double a.nesl
echo "=> $?"
"$PLANISH" build --entry-point 'double : [int] -> [int]' a.nesl
echo "=> $?"
"$PLANISH" build --entry-point 'pairs : [int] -> [(int, int)]' a.nesl
echo "=> $?"
"$PLANISH" build --entry-point 'none' a.nesl
echo "=> $?"
"$PLANISH" build --library --entry-point 'double : float -> float' --entry-point 'largest : [int] -> int' a.nesl
grep -o 'futhark_entry_[a-z]*' a.h
echo '[1.5, 2.5]' | "$PLANISH" run --entry 'largest : [float] -> float' a.nesl
