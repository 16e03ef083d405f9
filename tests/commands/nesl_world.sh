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
for backend in interp cpu gpu-emulator; do
  rm -f ./*.txt
  printf '\nAda\nlast line\n' | NESLVAR=value "$PLANISH" run --backend=$backend a.nesl >$backend.out 2>&1
  echo "$backend => $?"
done
cat interp.out
cmp interp.out cpu.out
cmp interp.out gpu-emulator.out
echo 'print_line("only " ++ @3);' | "$PLANISH" run --nesl -
echo 'print_string("a"); x = prompt("q? "); x; read_line(stdin);' >b.nesl
printf 'one\ntwo\n' | "$PLANISH" run --backend=interp b.nesl
echo 'function each(v) = {first(time(x)) : x in v} $' >c.nesl
"$PLANISH" check c.nesl
echo 'function timed(x) = first(time(x)) $ function each(v) = {timed(x) : x in v} $' >c.nesl
"$PLANISH" check c.nesl
echo 'function show(name) = print_line(read_string_from_file(name)) $' >d.nesl
cat >>d.nesl <<'END'
whole = read_string_from_file("x.txt") $
function line(i) = linify(whole)[i] $
function tree(n) =
  if n < 1 then print_line("leaf")
  else let a = print_line("node " ++ @n); b = tree(n - 1); c = tree(n - 2) in b $
function sums(v) : [int] -> (int, [int]) = let a = {x * x : x in v}; q = print_line(@a) in (sum(a), plus_scan(a)) $
function fails(v) : [int] -> int = let a = print_line("before"); b = error("no " ++ @sum(v)) in sum(v) $
END
for backend in cpu gpu-emulator; do
  "$PLANISH" build --backend=$backend d.nesl
  echo '"x.txt"' | ./d --entry-point=show
  echo 1 | ./d --entry-point=line
  echo 3 | ./d --entry-point=tree
  echo '[1, 2, 3]' | ./d --entry-point=sums
  echo '[1, 2, 3]' | ./d --entry-point=fails
  echo "=> $?"
done
echo 3 | "$PLANISH" run --entry tree d.nesl
"$PLANISH" eval 'tree(2)' d.nesl
"$PLANISH" build --library --entry-point tree d.nesl
cat >client.c <<'END'
#include <stdio.h>
#include "d.h"
int main(void) {
  struct futhark_context_config* config = futhark_context_config_new();
  struct futhark_context* context = futhark_context_new(config);
  bool given = false;
  printf("client begins\n");
  int status = futhark_entry_tree(context, &given, 1);
  printf("%d %d\n", status, (int)given);
  futhark_context_free(context);
  futhark_context_config_free(config);
  return 0;
}
END
cc client.c -I. -L. -ld -Wl,-rpath,. -o client && ./client
printf 'it = 3;\nprompt("who? ");\nyou\nit;\n3 + 4;\nit * 2;\n' | "$PLANISH" repl --nesl
echo 'error("");' | "$PLANISH" run --nesl -
echo "=> $?"
echo 'read_line(stream(7)); read_line(first(open_in_file("."))); write_string("x", first(open_in_file("x.txt")));' >e.nesl
"$PLANISH" run e.nesl
