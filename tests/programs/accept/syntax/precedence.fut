-- From loose to tight: || && comparison bits shifts sums products pipes power.
def a = true || false && false
def b = 1 + 2 * 3 == 7 && 2 < 3
def c = 6 & 3 == 2
def d = 1 + 2 << 3 > 20
def e = 2 * 3 ** 2
def f = -2 + 3
def g (x: i32) = !(x == 1) && true
def h = 1 - 2 - 3
