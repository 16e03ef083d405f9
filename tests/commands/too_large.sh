# A file larger than the compiler can address. It has holes, so it takes no space and is not read.
truncate -s 5G large.fut
for command in check fmt types tokens; do
  "$PLANISH" $command large.fut
  echo "=> $?"
done
echo 'import "large"' >importer.fut
"$PLANISH" check importer.fut
echo "=> $?"
