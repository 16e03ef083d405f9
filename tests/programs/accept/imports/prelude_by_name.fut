-- Files of the prelude can be imported by name.
module m = import "/prelude/math"

def main (x: m.f32.t) : f32 = m.f32.sqrt x
