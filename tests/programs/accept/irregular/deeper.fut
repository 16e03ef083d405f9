-- Several dimensions may vary.
def f [n] (xsss: [n][?][?]i32) : [n][?]i32 = map (map i32.sum) xsss
def g [n] (xss: [n][?](i32, bool)) = irregular.lengths xss
