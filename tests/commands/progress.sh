# How far a pass is: on a terminal, for those that take more than a second, and not with --quiet.
echo 'entry main (xs: seq i32) : i64 = seq.length xs' >count.fut
"$PLANISH" build count.fut -o count
cat >on_terminal.py <<'END_OF_PROGRAM'
import os, pty, re, subprocess, sys, time
ours, theirs = pty.openpty()
running = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs)
os.close(theirs)
for text in (b"1 2 3\n", b"4 5 6\n"):
    running.stdin.write(text)
    running.stdin.flush()
    time.sleep(1.2)
running.stdin.close()
print(running.stdout.read().decode(), end="")
running.wait()
shown = b""
try:
    while more := os.read(ours, 4096):
        shown += more
except OSError:
    pass  # all that was written has been read
line = r"\r\x1b\[K[0-9]+ bytes, [0-9]+ elements?, [0-9]+ bytes/s"
text = shown.decode()
print("shown and cleared" if re.fullmatch(rf"({line})+\r\x1b\[K", text) else ascii(text))
END_OF_PROGRAM
python3 on_terminal.py ./count
python3 on_terminal.py ./count --quiet
python3 on_terminal.py "$PLANISH" run count.fut
python3 on_terminal.py "$PLANISH" run --quiet count.fut
