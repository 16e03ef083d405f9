"""Types into a command on a terminal of its own, and says whether what was expected appeared.

usage: type_keys.py COMMAND [ARGUMENT...] <keys

Each line of the input is one of
  KEYS=>TEXT   the keys (with escapes such as \\r and \\x03) are typed, and the text and then a prompt must be written
  KEYS~>TEXT   as above, but no prompt: the command goes on computing
  KEYS=>       the command must end
each within 20 seconds. The first line that fails ends it all. After a prompt the command is given the time to turn the
terminal to reading single keys; before that, the terminal would treat Ctrl-C and Ctrl-D in its own way.
"""

import os
import pty
import re
import select
import signal
import sys
import termios
import time

SECONDS = 20
STEP = re.compile(r"(?P<keys>.*?)(?P<arrow>=>|~>)(?P<text>.*)\n")


def main():
    steps = [STEP.fullmatch(line) for line in sys.stdin]
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    screen = b""

    def wait_for(pattern):
        """Reads until the pattern is found, or the command has ended if there is none."""
        nonlocal screen
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if pattern and re.search(pattern, screen, re.S):
                return True
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    screen += os.read(terminal, 65536)
                except OSError:  # it has ended
                    return not pattern
        return False

    def wait_for_prompt(after):
        found = wait_for(b"(?=" + after + b").*> ")
        end = time.monotonic() + SECONDS
        while found and termios.tcgetattr(terminal)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)
        return found

    found = wait_for_prompt(b"")
    for step in steps:
        screen = b""
        os.write(terminal, step["keys"].encode().decode("unicode_escape").encode("latin-1"))
        text = re.escape(step["text"].encode())
        found = found and (wait_for_prompt if text and step["arrow"] == "=>" else wait_for)(text)
        print(step["keys"], "->", step["text"] if found else f"not found in {screen!r}", flush=True)
        if not found:
            os.kill(process, signal.SIGKILL)
            break
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


sys.exit(main())
