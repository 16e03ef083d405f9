# What the world said is asked for once: names that are bound to it keep it, and so does `it`.
cat >names.nesl <<'END'
greeting = prompt("greeting? ");
function greet(who) = greeting ++ ", " ++ who $
END
printf '%s\n' 'Good morning' \
  'name = prompt("name? ");' 'Ada' 'name; #name; greet(name);' \
  '(out, opened, message) = open_out_file("x.txt"); opened; message;' \
  'write_string("one", out); write_string(" two", out); close_file(out);' \
  'read_string_from_file("x.txt"); it ++ it;' \
  '(words, lengths, none) = let w = wordify(read_string_from_file("x.txt")) in (w, {float(#x) / -4.0 : x in w}, [] ([int], char));' \
  'write_string_to_file("changed", "x.txt");' \
  'words; lengths; #none; {greet(w) : w in words};' \
  'name = "Bob";' 'greet(name);' \
  'a = prompt("a? "); b = a ++ prompt("b? ");' '1' '2' '(a, b);' \
  'it; 3 + 4; it * 2; it + nothing; 5;' 'it;' 'empty = read_string_from_file("none.txt");' 'empty;' \
  'describe permute;' 'apropos perm;' 'help;' 'describe nothing;' 'exit;' |
  "$PLANISH" repl --nesl names.nesl
