-- A record without a fixed size can be an element if its type says which sizes vary.
type~ node = {key: i64, children: []i64}

def nodes [n] (rows: [n][?]i64) : [n]node = map2 (\key children -> {key, children}) (iota n) rows
