-- Loop parameters of compound types.
def f (n: i32) = loop {a, b} = {a = 0, b = 1} for _i < n do {a = b, b = a + b}
def g (n: i32) = loop (x: #up i32 | #down) = #up 0 for _i < n do match x case #up k -> (if k > 3 then #down else #up (k + 1)) case #down -> #up 0
