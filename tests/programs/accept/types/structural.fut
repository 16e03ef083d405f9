-- Abbreviations name types, they do not make new ones.
type celsius = f32
type kelvin = f32
def convert (c: celsius) : kelvin = c + 273.15
def back (k: f32) : celsius = convert k - 546.3
type point = {x: f32, y: f32}
def p : point = {y = 1, x = 2}
def q : {x: f32, y: f32} = p
