"$PLANISH" --version
"$PLANISH" --help
for command in run test bench tune eval repl script check fmt types explain-error tokens ast completion help; do
  echo "--- $command"
  "$PLANISH" "$command" --help
done
cmp <("$PLANISH" help fmt) <("$PLANISH" fmt --help)

echo "--- the manual page"
"$PLANISH" help --man >planish.1
head -n 8 planish.1
for command in run build explain-error; do
  grep -c "^\.SS \"planish ${command//-/\\\\-} " planish.1
done
grep -A 1 -F -e '--prefix=NAME' <(sed 's/\\-/-/g' planish.1)
echo "--- what is taken for a command of roff, beside those that are meant"
grep '^[.'"'"']' planish.1 | grep -v '^\.\(TH\|SH\|SS\|TP\|PP\|EX\|EE\)' || echo none
