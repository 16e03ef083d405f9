-- A float has digits on both sides of its point; without them, spaces do not make it another thing.
def a = f32.sqrt 2. + 1

def b x = x * 2. x

def c = f32.max 2 .5

def d = f32.max 2. 1

def e = 1.f32
