-- A character is a number: its code point.
def a : u8 = 'a'
def b : i32 = 'é'
def c : i32 = '→'
def d = 'x' + 1
def escapes : [4]u8 = ['\n', '\t', '\\', '\'']
