entry keep x = x
