# NESL in its standard layout: line breaks stay, spaces and indentation follow from the tokens.
cat >a.nesl <<'END'
% Quicksort. %
function   quicksort(a)=
 if #a<2 then a  % nothing to do %
   else
  let pivot=a[#a/2];
   less={e in a|e<pivot};


   more = {e in a
     | e > pivot};
  in if #less==0 then
    more else if - pivot > 0 then less
    else quicksort ( less )++[ pivot ]
    ++ quicksort(more) $



datatype pair (int,float) :: (a in any) $
x = [] (int, float); y=[0:10:2]; z = [0 : 10]; w=2^3 ^ 4$
  % The rest. %
f2( 1,(if x then
 2
 else 3),
 g [1]) ;
END
"$PLANISH" fmt --check a.nesl
echo "=> $?"
"$PLANISH" fmt a.nesl
cat a.nesl
"$PLANISH" fmt --check a.nesl
echo "=> $?"
echo 'function g(x) = (x' >b.nesl
"$PLANISH" fmt b.nesl
echo "=> $?"
echo 'x=1;' | "$PLANISH" fmt --nesl
