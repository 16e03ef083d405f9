-- What is local can be used in its list of declarations, and is not seen from outside.
def step : i32 = 100

module walk = {
  local def step : i32 = 2
  local type distance = i32
  local module half = {
    def of (x: i32) : i32 = x / 2
  }
  local open {
    def offset : i32 = 7
  }

  def far (n: i32) : distance = n * step + half.of offset
}

open walk

def main : i32 = far step
