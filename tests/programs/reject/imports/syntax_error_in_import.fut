-- Names that may have been in what could not be read are not reported.
import "lib/broken"

def main : i32 = first + second
