type t = i32
type~ t = []i32
