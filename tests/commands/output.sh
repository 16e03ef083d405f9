# A reader that goes away is not an error; a full disk is.
for ((i = 0; i < 20000; i++)); do echo "def x$i : i32 = $i"; done >long.fut
"$PLANISH" tokens long.fut | head -n 1
echo "=> ${PIPESTATUS[0]}"
"$PLANISH" --version >/dev/full
echo "=> $?"
"$PLANISH" check long.fut >&-
echo "=> $?"
