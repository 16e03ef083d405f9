-- How long are the rows that are not there?
def a = let [n] [m] (xss: [n][m]i64) = [] in (n, m, xss)
