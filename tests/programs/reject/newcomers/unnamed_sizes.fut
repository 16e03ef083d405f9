-- Sizes that are named nowhere, or that nothing determines.
def sum_of (xs: [n]i32) = i32.sum xs

def halves [n] (xs: [n]i32): ([2]i32, [2]i32) = split xs
