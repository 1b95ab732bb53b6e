#!/bin/sh
# lisgd -g 1,LR,comment
A=one; echo
B="two words"
C='x' # why
export D=four
9X=no
lisgd -d /dev/x -m 500 -r 20 -o 3 -t 100 -T 5 -w 3 -h 3 -v -g "1,LR,*,*,R,$B $D" -g1,RL,R,*,P,right \
  -g 2,ULDR,TL,*,R,corner -g "2,DRUL,N,*,P,inner" -g 3,UD,x,y,z -g "1,DU,B,S,R,short" -g x,UD,no -g 1,XX,no -g 1,UD \
  -g "1,UD,T,Q,R,bad" -g "4,URDL,*,M,R,middle" -g "5,UD,B,*,R,zone" -g "1,lr,*,*,*,star"
lisgd -m 0 -r 46 -r 45 -o 4 -o 0 -r 0 -m 1 -g '3,UD,*,*,R,$C${D}$HOME$XDG_X $(x) \$y ${Z' -g '4,UD,*,*,R,A=3 $A' -g '5,DU,*,*,R,echo ${Q}'
echo no -g 1,LR,other