# On a terminal: completion, history, several lines; Ctrl-C drops a line and stops a computation.
export XDG_STATE_HOME=$PWD/state TERM=xterm
python3 "$HERE/type_keys.py" "$PLANISH" repl <<'END'
1 + 2\r=>3i32
5 + \x03=>^C
def fourfold x = 4 * x\r=>planish>
fourf\t 5\r=>20i32
:ty\t true\r=>bool
(1,\r=>       >
2)\r=>(1i32, 2i32)
let (a, b) = (3, "ab")\r=>planish>
b\r=>"ab"
1 + true\r=>error
loop x = trace 1i64 while x > 0 do x ^ 3\r~>trace: 1i64
\x03=>interrupted
6 * 7\r=>42i32
\x1b[A\r=>42i32
\x04=>
END
echo "=> $?"
tail -n 1 state/planish/history
