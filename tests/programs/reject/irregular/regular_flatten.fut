def all [n] (xss: [n][?]i64) = flatten xss
