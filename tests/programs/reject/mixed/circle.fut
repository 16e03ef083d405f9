-- A circle of imports through another language.
import "lib/circle.nesl"

def a = up 1
