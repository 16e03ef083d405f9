"$PLANISH" explain-error unexpected-token >plain && echo "an explanation"
"$PLANISH" explain-error 'error[unexpected-token]' | cmp - plain && echo "the same"
"$PLANISH" explain-error --list | grep '^unexpected-token' | tr -s ' '
"$PLANISH" explain-error expected-token 2>&1 >/dev/null
echo "=> $?"
