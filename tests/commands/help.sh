"$PLANISH" --version
"$PLANISH" --help
for command in run test bench eval repl script check fmt types explain-error tokens ast completion help; do
  echo "--- $command"
  "$PLANISH" "$command" --help
done
cmp <("$PLANISH" help fmt) <("$PLANISH" fmt --help)
