-- The file is not UTF-8: ÿþ
def x = 1
