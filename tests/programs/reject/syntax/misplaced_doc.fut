-- A documentation comment belongs before a declaration.
def x = 1 + 
-- | What is this about?
2
