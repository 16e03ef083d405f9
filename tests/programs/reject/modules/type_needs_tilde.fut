type names = [][4]u8
type~ text = []u8
type title = text
type anything '~a = a
