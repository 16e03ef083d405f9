-- What is wrong in the NESL program is shown there, and nothing follows from it.
import "lib/broken.nesl"

def a = first_word "abc"
