-- A string is an array of bytes in UTF-8.
def hello : [5]u8 = "hello"
def empty : []u8 = ""
def utf8 : [3]u8 = "→"
def escapes : []u8 = "tab\t quote\" backslash\\ newline\n"
def byte (i: i64) : u8 = ("abc")[i]
