-- Ranges that may go wrong are checked; their lengths are computed.
entry main (a: i64) (b: i64) (c: i64) = (a..<b, 10i64..9...0, map i32.i64 (a..b...c))
