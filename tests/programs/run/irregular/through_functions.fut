-- Irregular arrays as arguments and results of functions, polymorphic in their elements.
-- Checklist: 44.
-- ==
-- input { [[1, 2], [3]] } output { [2, 3] [[1, 2], [3]] }
def lasts [n] 'a (xss: [n][?]a) : [n]a = map last xss
def same [n] 'a (xss: [n][?]a) : [n][?]a = xss
def main [n] (xss: [n][?]i32) : ([n]i32, [n][?]i32) = (lasts xss, same xss)
