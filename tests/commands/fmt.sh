# Rewriting in place, --check, standard input; a file with errors is left alone.
printf 'def   f x=x+1 -- one\n' >a.fut
printf 'def g x = x\n' >b.fut
printf 'def h x =\n' >c.fut
chmod 640 a.fut
ln -s a.fut link.fut
"$PLANISH" fmt --check a.fut b.fut link.fut
echo "=> $?"
"$PLANISH" fmt a.fut b.fut
echo "=> $?"
cat a.fut
stat -c %a a.fut
"$PLANISH" fmt --check a.fut b.fut link.fut
echo "=> $?"
"$PLANISH" fmt c.fut
echo "=> $?"
cat c.fut
echo 'def   i=  2' | "$PLANISH" fmt -
echo "=> $?"
printf 'def   j=  2' >a.fut
"$PLANISH" fmt link.fut
cat a.fut
[[ -L link.fut ]] && echo "still a link"
ls
