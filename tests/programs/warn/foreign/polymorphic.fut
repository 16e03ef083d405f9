-- C has one function for one type.
#[foreign(cpu, first)]
def first [n] 't (xs: [n]t) : t = xs[0]
