# What the world said is asked for once: names that are bound to it keep it, in a file, too.
cat >names.nesl <<'END'
greeting = prompt("greeting? ");
function greet(who) = greeting ++ ", " ++ who $
END
printf '%s\n' 'Good morning' 'who = prompt("name? ");' 'Ada' 'who; #who; greet(who);' \
  '(out, opened, message) = open_out_file("x.txt");' 'write_string("one two", out); close_file(out);' \
  '(words, none) = (wordify(read_string_from_file("x.txt")), [] ([int], char));' \
  'write_string_to_file("changed", "x.txt");' 'words; #none; {greet(w) : w in words};' \
  'read_string_from_file("x.txt"); it ++ it;' 'exit;' |
  "$PLANISH" repl --nesl names.nesl
echo 'unused = print_line("done all the same"); 3;' | "$PLANISH" run --nesl -
