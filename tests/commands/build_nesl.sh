# Functions of NESL in executables and libraries; one with parameters in its type is given a type.
cat >a.nesl <<'END'
function largest(v) = max_val(v) $
function double(x) = x + x $
function pairs(v) = {(x, x) : x in v} $
END
cat >b.nesl <<'END'
datatype point(float, float) $
datatype word([char]) $
datatype u8(int) $
function norm(point(x, y)) = sqrt(x * x + y * y) $
function points(n) = {point(float(i), 1.5) : i in [0:n]} $
function rows(ps) : [[point]] -> [int] = {#row : row in ps} $
function lengths(v) : [(int, [char])] -> [int] = {i + #s : (i, s) in v} $
function words(text) = {word(w) : w in wordify(text)} $
function joined(word(a), word(b)) = word(a ++ b) $
function successor(u8(n)) = u8(n + 1) $
function both(n) : int -> ((int, [int]), [char]) = ((n, [n, n]), "two") $
END
"$PLANISH" build --entry-point 'largest : [float] -> float' a.nesl
echo '[1.5, 2.5]' | ./a --entry-point=largest
"$PLANISH" build --entry-point double a.nesl
echo "=> $?"
"$PLANISH" build --entry-point 'double : [int] -> [int]' a.nesl
echo "=> $?"
"$PLANISH" build --entry-point 'pairs : [int] -> [(int, int)]' a.nesl
echo '[1, 2]' | ./a --entry-point=pairs
"$PLANISH" build --entry-point 'none' a.nesl
echo "=> $?"
"$PLANISH" build --library --entry-point 'double : float -> float' --entry-point 'largest : [int] -> int' a.nesl
grep -o 'futhark_entry_[a-z]*' a.h
echo '[1.5, 2.5]' | "$PLANISH" run --entry 'largest : [float] -> float' a.nesl

# Tuples, datatypes and vectors of them: executables read and print them by component, libraries have a type for each.
"$PLANISH" build -o b b.nesl
echo '3.0 4.0' | ./b --entry-point=norm
echo '2' | ./b --entry-point=points
echo '[10, 20] ["a", "bc"]' | ./b --entry-point=lengths
echo '"two words"' | ./b --entry-point=words
echo '"a" "bc"' | ./b --entry-point=joined
echo '4' | ./b --entry-point=successor
echo '7' | ./b --entry-point=both
"$PLANISH" build --library b.nesl
grep -o 'futhark_entry_.*' b.h
grep -o 'futhark_\(new\|project\|index\)_opaque_[^(]*' b.h
