# NESL programs that read, write, and look at the clock: everything happens once, in its order.
cat >a.nesl <<'END'
function save(v, name) = write_object_to_file(v, name) $
print_line("begin");
(out, opened, message) = open_out_file("x.txt");
write_string("hello world
second 12
", out);
close_file(out);
read_string_from_file("x.txt");
(in1, opened1, message1) = open_in_file("x.txt");
read_word(in1);
read_line(in1);
read_char(in1);
read_line(in1);
read_line(in1);
open_in_file("none.txt");
save([(1, "a\"b, [c"), (2, "")], "o.txt");
read_string_from_file("o.txt");
read_object_from_file([(0, "")], "o.txt");
datatype point(float, float);
datatype box int;
save(([point(1.5, -2.0)], box(3), `,, T, [[1], [] int, [2, 3]]), "o.txt");
read_object_from_file(([] point, box(0), `a, F, [] [int]), "o.txt");
read_object_from_file([0], "o.txt");
first(time(sum([0:1000])));
let (v, seconds) = time(sum({i * i : i in [0:200000]})) in (v, seconds >= 0.0, seconds < 60.0);
name1 = prompt("name? ");
print_line("hi " ++ name1);
read_line(stdin);
read_line(stdin);
get_environment_variable("NESLVAR");
get_environment_variable("NO_SUCH_VARIABLE");
grep("second", "x.txt");
append_string_to_file("third
", "x.txt");
linify(read_string_from_file("x.txt"));
function check(n) = if n < 0 then error("negative: " ++ @n) else T $
check(3);
check(-3);
print_line("never");
END
printf '\nAda\nlast line\n' | NESLVAR=value "$PLANISH" run a.nesl
echo "=> $?"
echo 'print_line("only " ++ @3);' | "$PLANISH" run --nesl -
echo 'print_string("a"); x = prompt("q? "); x; read_line(stdin);' >b.nesl
printf 'one\ntwo\n' | "$PLANISH" run --backend=interp b.nesl
echo 'function each(v) = {first(time(x)) : x in v} $' >c.nesl
"$PLANISH" check c.nesl
echo 'function timed(x) = first(time(x)) $ function each(v) = {timed(x) : x in v} $' >c.nesl
"$PLANISH" check c.nesl
echo 'function show(name) = print_line(read_string_from_file(name)) $' >d.nesl
"$PLANISH" build d.nesl
echo "=> $?"
printf 'it = 3;\nprompt("who? ");\nyou\nit;\n3 + 4;\nit * 2;\n' | "$PLANISH" repl --nesl
echo 'error("");' | "$PLANISH" run --nesl -
echo "=> $?"
echo 'read_line(stream(7)); read_line(first(open_in_file("."))); write_string("x", first(open_in_file("x.txt")));' >e.nesl
"$PLANISH" run e.nesl
