-- Entry points take and give values only.
entry apply (f: i32 -> i32) = f 1

entry adder (x: i32) = \(y: i32) -> x + y
