-- The length of `xs` shows only when it is computed, in each application anew.
module make (X: { val n : i64 }) = { def xs = filter (> 2) (iota X.n) }

module a = make { def n = 3i64 }
module b = make { def n = 4i64 }

def main = zip a.xs b.xs
