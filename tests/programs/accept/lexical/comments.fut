-- A comment goes to the end of the line.
def x = 1 -- even after code -- and with dashes
-- | A documentation comment.
-- It goes on here.
def y = 2--no space is needed
--
--- more dashes
def z = x + y -- the last line has no newline after it
