-- `==` on compounds compares the components, arrays element by element.
entry main [n] (a: ([n]i32, bool)) (b: ([n]i32, bool)) = a == b
