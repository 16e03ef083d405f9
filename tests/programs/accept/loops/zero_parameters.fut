-- A loop may carry nothing but ().
def f (n: i32) = loop () = () for _i < n do ()
