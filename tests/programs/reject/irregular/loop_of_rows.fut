-- The state of a loop is not declared to be irregular.
def rows [n] (xss: [n][?]i64) : [][?]i64 = loop kept = [] for xs in xss do kept ++ [xs]
