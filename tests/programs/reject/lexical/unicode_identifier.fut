-- Names are made of ASCII letters.
def größe = 1
