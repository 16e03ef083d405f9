-- Both branches say what the size is that differs between them.
entry main (flag: bool) (n: i64) =
  let xs = if flag then iota n else iota 3
  in length xs + xs[0]
