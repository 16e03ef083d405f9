-- Übung: π ≈ 3.14159 🙂
def s : []u8 = "Übung 🙂"
