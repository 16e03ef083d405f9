# One file through several paths is one file; paths that start with / begin at the folder of the file that is checked.
mkdir -p lib/github.com/someone/things sub
echo 'def two : i32 = 2' >lib/github.com/someone/things/two.fut
echo 'import "/lib/github.com/someone/things/two"' >sub/user.fut
echo 'def three : i32 = two + 1' >>sub/user.fut
ln -s sub/user.fut link.fut
cat >main.fut <<'END'
import "sub/user"
import "sub/../sub/user"
import "link"
def main : i32 = three
END
"$PLANISH" check main.fut
echo "=> $?"
echo 'import "sub/missing"' >missing.fut
"$PLANISH" check missing.fut
echo "=> $?"
mkdir folder.fut
echo 'import "folder"' >importer.fut
"$PLANISH" check importer.fut
echo "=> $?"
