-- Constructors begin with `#`, and there are no types that everybody has.
def yes = True

def maybe (x: i32) = if x > 0 then Some x else None

def own (x: i32) = Circle x
