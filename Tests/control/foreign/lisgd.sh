#!/bin/sh
# lisgd -g "9,LR,x"
exec lisgd -d /dev/input/event1 -t 200 -m 800 -r 20 -o 1 \
  -g "1,LR,L,*,R,wtype -P Left" \
  -g "1,DU,L,*,P,brightness up, please" -g '2,RL,*,*,R,swaymsg workspace next' \
  -g "1,ULDR,TL,*,R,swaymsg kill" -g "2,UD,old way" -g "1,LR,*,S,R,x"
