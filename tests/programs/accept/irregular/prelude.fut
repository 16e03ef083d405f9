-- What the prelude offers.
def a [n] (xss: [n][?]i32) : [n]i64 = irregular.lengths xss
def b [n] (xss: [n][?]i32) = length (irregular.flatten xss)
def c [n] (ns: [n]i64) (xs: []i32) : [n][?]i32 = irregular.from_lengths ns xs
