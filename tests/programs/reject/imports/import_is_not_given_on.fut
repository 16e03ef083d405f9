import "lib/importer"

def main : f32 = area 2
