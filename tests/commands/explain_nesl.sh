# NESL in `explain`: the words are those of the language, and functions with parameters in their types are shown for ints.
cat >a.nesl <<'END'
function row_sums(rows) = {sum(row) : row in rows} $

function halves(v) =
  if #v < 2 then v
  else flatten({halves(part) : part in [take(v, #v / 2), drop(v, #v / 2)]}) $

function add_up(i, n, total) =
  if i == n then total else add_up(i + 1, n, total + i * i) $

add_up(0, 1000000, 0);
END
"$PLANISH" explain --target-cpu=x86-64-v3 a.nesl
"$PLANISH" explain --target-cpu=x86-64-v3 -v a.nesl | grep -A 8 '^apply-to-each' | head -20
"$PLANISH" explain --target-cpu=x86-64-v3 --html a.nesl | grep -c 'apply-to-each'
