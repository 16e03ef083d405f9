-- Text is an array of bytes.
def f (s: []u8) = length s
def a = f "hello"
def b = map (\c -> if c == 'a' then 'b' else c) "banana"
