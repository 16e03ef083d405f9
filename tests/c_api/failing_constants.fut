-- Constants that have no value: one fails, and one runs out of its array, in parallel code.
def count = 10i64
def numbers = iota count
def negative = map (\i -> numbers[i - 1]) (iota count)
def refused = assert (count > 1000) 1i64

entry with_negative (x: i64) : i64 = x + i64.sum negative
entry with_refused (x: i64) : i64 = x + refused
entry without (x: i64) : i64 = x + i64.sum numbers
