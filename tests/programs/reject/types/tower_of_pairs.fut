-- Types that double 32 times: found without looking at each of their parts.
def f0 'a (x: a) = (x, x)
def f1 'a (x: a) = f0 (f0 x)
def f2 'a (x: a) = f1 (f1 x)
def f3 'a (x: a) = f2 (f2 x)
def f4 'a (x: a) = f3 (f3 x)
def first 'a (x: a) = f4 (f4 x)
def second 'a (x: a) = f4 (f4 (x, true))
def third 'a (x: a) = f4 (f4 [x])
def fourth 'a (x: a) = f4 (f4 (true, x))

entry main (x: i64) = x
