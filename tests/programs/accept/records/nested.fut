-- Records in records.
type line = {from: {x: i32, y: i32}, to: {x: i32, y: i32}}
def dx (l: line) = l.to.x - l.from.x
def l : line = {from = {x = 0, y = 0}, to = {x = 1, y = 2}}
def m = l with to.x = 5
