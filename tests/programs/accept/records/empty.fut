-- The empty record is the empty tuple.
def a : {} = ()
def b : () = {}
