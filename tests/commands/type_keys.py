"""Types into a command on a terminal of its own, and says whether what was expected appeared.

usage: type_keys.py COMMAND [ARGUMENT...] <keys

Each line of the input is `KEYS=>TEXT`: the keys (with escapes such as \\r and \\x03) are typed, and after that the text
must be written within ten seconds. Without a text half a second is waited.
"""

import os
import pty
import select
import sys
import time


def main():
    steps = [line.rstrip("\n").split("=>") for line in sys.stdin]
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    screen = b""

    def wait_for(text, seconds):
        nonlocal screen
        end = time.monotonic() + seconds
        while time.monotonic() < end and (not text or text not in screen):
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    screen += os.read(terminal, 65536)
                except OSError:  # it has ended
                    break
        return text in screen

    wait_for(b"> ", 10)
    for keys, text in steps:
        screen = b""
        os.write(terminal, keys.encode().decode("unicode_escape").encode("latin-1"))
        # Keys are echoed before anything is done.
        found = wait_for(text.encode(), 10 if text else 0.5)
        print(keys, "->", text if found else f"not found in {screen!r}", flush=True)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


sys.exit(main())
