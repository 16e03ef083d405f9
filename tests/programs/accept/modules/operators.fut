-- Modules can define operators; they are qualified like other names.
module saturating = {
  def (+) (x: u8) (y: u8) : u8 = let sum = u8.(x + y) in if sum < x then 255 else sum
}

def main (x: u8) : u8 = x saturating.+ 3 + 1
