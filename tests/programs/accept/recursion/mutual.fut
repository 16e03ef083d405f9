-- Functions may call functions that are defined further down.
def is_even (n: i64) : bool = if n == 0 then true else is_odd (n - 1)
def is_odd (n: i64) : bool = if n == 0 then false else is_even (n - 1)
def a = is_even 10
