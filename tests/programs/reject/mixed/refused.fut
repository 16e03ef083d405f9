-- Functions of NESL that cannot be used outside of it, each with its reason.
import "lib/world.nesl"
module world = import "lib/world.nesl"

def a = twice ((+ 1), 2i64)
def b = world.adder 1
def c = world.show_all "a"
def d = map increment [1, 2]
