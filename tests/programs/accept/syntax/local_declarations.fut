-- `local` hides a declaration from importers.
local def hidden = 1
local type t = i32
local module m = {def x = 2}
local open {def y = 3}
def shown : t = hidden + m.x + y
