def build (x: i64) : ?[k].[k]i64 = iota nothing
entry main (x: i64) : []i64 = build x
