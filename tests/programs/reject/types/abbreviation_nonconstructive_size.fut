-- The anonymous size belongs to no value here.
type^ t = []bool -> bool
