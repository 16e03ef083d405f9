-- The empty tuple.
def u : () = ()
def f () = 1
def g = f ()
def h = let () = u in 2
