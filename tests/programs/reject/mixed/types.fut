-- Types that parameters of NESL functions do not stand for.
import "lib/world.nesl"

def a = square 2i32
def b = square true
def c = larger (1i64, 2.5)
def d 'a (x: a) = larger (x, x)
def e = square ([1, 2] : []i64)
