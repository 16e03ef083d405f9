-- type~ is not enough.
type~ t = {f: i32 -> i32}
