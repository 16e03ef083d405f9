-- The message shows the type that has to be written, with all of its parts.
def nodes [n] (rows: [n][?]i64) = map2 (\key children -> {key, children}) (iota n) rows
