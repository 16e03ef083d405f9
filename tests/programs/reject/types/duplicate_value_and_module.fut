-- Values and modules share their names.
def m = 1
module m = {}
