-- `m` has no name outside of the module, but it is another number in each application.
module make (X: { val n : i64 }) = {
  local def m : i64 = X.n * 2
  def xs : [m]i64 = iota m
}

module a = make { def n = 3i64 }
module b = make { def n = 4i64 }

def main = zip a.xs b.xs
