# The page that `explain --html` writes: one file, with everything in it.
mkdir lib
cat >lib/double.fut <<'END_OF_PROGRAM'
-- In a file of its own.
def double [n] (xs: [n]f32) : [n]f32 =
  map (* 2) xs
END_OF_PROGRAM
cat >prog.fut <<'END_OF_PROGRAM'
import "lib/double"
-- <Sums> & "more"
entry main [n] (rows: [n][?]f32) : [n]f32 =
  map (\row -> f32.sum (map (* 2) row)) rows
entry slow (n: i64) : []i64 =
  loop ys = [] for i < n do ys ++ [i * i]
entry doubled [n] (xs: [n]f32) : [n]f32 = scan (+) 0 (double xs)
END_OF_PROGRAM
"$PLANISH" explain --html --target-cpu=x86-64-v4 prog.fut >page.html
echo "=> $?"
# Nothing is loaded from elsewhere, and all that is opened is closed.
grep -c -E '(src|href)="[^#]|@import|url\(' page.html
python3 - <<'END_OF_CHECK'
from html.parser import HTMLParser

class Check(HTMLParser):
    open = []
    ids, targets = set(), set()
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            assert attrs["id"] not in self.ids, attrs["id"]
            self.ids.add(attrs["id"])
        if attrs.get("href", "").startswith("#"):
            self.targets.add(attrs["href"][1:])
        if tag != "meta":
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (self.getpos(), tag)

check = Check()
check.feed(open("page.html").read())
assert not check.open, check.open
assert check.targets <= check.ids, check.targets - check.ids
print(len(check.targets), "links")
END_OF_CHECK
sed '/<style>/,/<\/style>/d' page.html
