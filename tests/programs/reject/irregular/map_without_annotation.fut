-- Irregular arrays are never made silently.
def f [n] (ns: [n]i64) = map iota ns
