-- Only declarations stand at the top.
1 + 2
