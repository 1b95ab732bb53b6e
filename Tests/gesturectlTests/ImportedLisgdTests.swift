import Testing

@testable import gesturectl

struct ImportedLisgdTests {
  @Test func `a file without gestures is refused as a whole`() throws {
    for (theirs, isEmpty) in [("echo no\n", true), ("lisgd -g '1,LR,*,*,R,next'\n", false)] {
      let lines = try translated(.lisgd, theirs).lines
      let line = "# line 1: not translated: the file: no gesture of lisgd (-g) was found in it"
      #expect(lines.contains { $0 == line } == isEmpty, "\(lines)")
    }
  }

  @Test func `an option's value may follow its letter at once`() throws {
    let (apart, joined) = (try translated(.lisgd, "lisgd -t 9"), try translated(.lisgd, "lisgd -t9"))
    #expect(apart.lines == joined.lines && joined.lines.contains { $0.contains("-t 9") }, "\(joined.lines)")
  }

  @Test func `a line of the header whose command is not in quotes is refused`() throws {
    let theirs = """
      #define NEXT "next"
      Gesture gestures[] =
      {
        {
        { 3, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, NEXT },
        { 3, SwipeRL, EdgeAny, DistanceAny, ActModeReleased, "previous" },
        { 2, SwipeUD, EdgeAny,
      };
      """
    let ours = try translated(.lisgd, theirs)
    let why = "its command is not a text in quotes on the same line; write it out"
    #expect(
      ours.lines.filter { $0.contains("not translated") } == [
        "# line 5: not translated: { 3, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, NEXT },: \(why)",
        "# line 7: not translated: { 2, SwipeUD, EdgeAny,: \(why)",
      ])
    #expect(ours.lines.contains("run = \"previous\""))
    #expect(ours.refusals == "2 gestures were not translated")
  }

  @Test func `a backslash at the end of a command stays`() {
    #expect(ShellVariables(["A=1"]).expand("$A\\") == "1\\")
    #expect(ShellVariables(["A=1"]).expand("$A$") == "1$")
  }

  @Test func `every option of lisgd in a script`() throws {
    let theirs = #"""
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
      """#
    let ours = #"""
      [settings]
      device_classes = ["touchscreen"]
      [[device]]
      match = { kind = "touchscreen" }
      rotation = 270
      [zone.corner-top-left]
      x = ["0%", "15%"]
      y = ["0%", "15%"]
      [zone.not-at-an-edge]
      x = ["8%", "92%"]
      y = ["8%", "92%"]
      [zone.edge-bottom]
      y = ["92%", "100%"]
      # line 8: not translated: -d /dev/x: devices are found by themselves; `device` binds a gesture to one
      # line 8: not translated: -t 100: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 8: not translated: -T 5: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 8: not translated: -w 3: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 8: not translated: -h 3: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 11: not translated: -m 0: no time
      # line 11: not translated: -r 46: not an angle up to 45 degrees
      # line 11: not translated: -o 4: not a number of quarter turns
      # line 11: not translated: -r 0: not an angle up to 45 degrees
      # line 9: not translated: -g 3,UD,x,y,z: `x` is no edge of lisgd
      # line 9: not translated: -g x,UD,no: is not FINGERS,MOTION,EDGE,DISTANCE,MODE,COMMAND
      # line 9: not translated: -g 1,XX,no: there is no such motion
      # line 9: not translated: -g 1,UD: is not FINGERS,MOTION,EDGE,DISTANCE,MODE,COMMAND
      # line 10: not translated: -g 1,UD,T,Q,R,bad: `Q` is no distance of lisgd
      # line 10: not translated: -g 1,lr,*,*,*,star: lisgd ends a command at a comma, here after `*`
      # line 8: -g 1,LR,*,*,R,$B $D
      [[gesture]]
      name = "swipe-right-1"
      type = "swipe"
      fingers = 1
      direction = "right"
      max_duration = "1ms"
      angle = "45deg"
      fire_on = "release"
      min_velocity = 0
      run = "two words four"
      # line 8: -g 1,RL,R,*,P,right
      [[gesture]]
      name = "edge-pan-right-1"
      type = "edge-pan"
      fingers = 1
      edges = ["right"]
      run = "right"
      # line 9: -g 2,ULDR,TL,*,R,corner
      [[gesture]]
      name = "swipe-down-right-2"
      type = "swipe"
      fingers = 2
      direction = "down-right"
      max_duration = "1ms"
      angle = "45deg"
      zone = "corner-top-left"
      run = "corner"
      # line 9: not translated: -g 2,DRUL,N,*,P,inner: P: repeats after each 60 pixels; a diagonal swipe runs once
      # line 9: -g 2,DRUL,N,*,P,inner
      [[gesture]]
      name = "swipe-up-left-2"
      type = "swipe"
      fingers = 2
      direction = "up-left"
      max_duration = "1ms"
      angle = "45deg"
      zone = "not-at-an-edge"
      run = "inner"
      # line 9: -g 1,DU,B,S,R,short
      [[gesture]]
      name = "edge-pan-bottom-1"
      type = "edge-pan"
      fingers = 1
      edges = ["bottom"]
      ended = { run = "short" }
      # line 10: not translated: -g 4,URDL,*,M,R,middle: a length by parts of the screen has no counterpart; `min_distance` is a length
      #[[gesture]]
      #name = "swipe-down-left-4"
      #type = "swipe"
      #fingers = 4
      #direction = "down-left"
      #max_duration = "1ms"
      #angle = "45deg"
      #run = "middle"
      # line 10: -g 5,UD,B,*,R,zone
      [[gesture]]
      name = "swipe-down-5"
      type = "swipe"
      fingers = 5
      direction = "down"
      max_duration = "1ms"
      angle = "45deg"
      fire_on = "release"
      min_velocity = 0
      where = { ends_in = "edge-bottom" }
      run = "zone"
      # line 11: -g 3,UD,*,*,R,$C${D}$HOME$XDG_X $(x) \$y ${Z
      [[gesture]]
      name = "swipe-down-3"
      type = "swipe"
      fingers = 3
      direction = "down"
      max_duration = "1ms"
      angle = "45deg"
      fire_on = "release"
      min_velocity = 0
      run = "xfour$HOME$XDG_X $(x) \\$y ${Z"
      # line 11: -g 4,UD,*,*,R,A=3 $A
      [[gesture]]
      name = "swipe-down-4"
      type = "swipe"
      fingers = 4
      direction = "down"
      max_duration = "1ms"
      angle = "45deg"
      fire_on = "release"
      min_velocity = 0
      run = "A=3 $A"
      # line 11: not translated: -g 5,DU,*,*,R,echo ${Q}: the file does not set $Q to a plain value; write it into the command
      #[[gesture]]
      #name = "swipe-up-5"
      #type = "swipe"
      #fingers = 5
      #direction = "up"
      #max_duration = "1ms"
      #angle = "45deg"
      #fire_on = "release"
      #min_velocity = 0
      #run = "echo ${Q}"
      """#
    let (lines, refusals) = try translated(.lisgd, theirs)
    #expect(lines == ours.split(separator: "\n"))
    #expect(refusals == "8 gestures and 10 settings were not translated")
  }

  @Test func `every line of config.h of lisgd`() throws {
    let theirs = #"""
      /* a comment
       { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "no" },
      */
      // { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "no" },
      unsigned int distancethreshold = 125;
      unsigned int distancethreshold_pressed = 60;
      unsigned int degreesleniency = 15; // degrees
      unsigned int timeoutms = 900;
      unsigned int orientation = 1;
      unsigned int edgesizeleft = 60;
      unsigned int edgesizetop = 50;
      unsigned int edgesizeright = 60;
      unsigned int edgesizebottom = 50;
      char *device = "/dev/input/touchscreen";
      int verbose = 1;
      Gesture gestures[] = {
      	/* fingers, motion */
      	{ 1, SwipeLR, EdgeLeft, DistanceAny, ActModePressed, "a \"b\" \\c" },
      	{ 2, SwipeULDR, CornerTopRight, DistanceAny, ActModeReleased, "x,y" },
      	{ 2, SwipeDLUR, EdgeNone, DistanceShort, ActModeReleased, "short" },
      	{ 3, SwipeUD, EdgeBottom, DistanceMedium, ActModeReleased, "m" },
      	{ 3, SwipeDU, EdgeTop, DistanceLong, ActModeReleased, "l" },
      	{ 4, SwipeRL, EdgeRight, DistanceAny, ActModeReleased, "r" },
      	{ 1, SwipeRL, CornerTopLeft, DistanceAny, ActModeReleased, "tl" },
      	{ 1, SwipeRL, CornerBottomLeft, DistanceAny, ActModeReleased, "bl" },
      	{ 1, SwipeRL, CornerBottomRight, DistanceAny, ActModeReleased, "br" },
      	{ 1, SwipeRL, EdgeAny, DistanceAny, ActModeReleased, no },
      };
      """#
    let ours = #"""
      [settings]
      device_classes = ["touchscreen"]
      [[device]]
      match = { kind = "touchscreen" }
      rotation = 90
      [zone.edge-top]
      y = ["0%", "8%"]
      [zone.edge-right]
      x = ["92%", "100%"]
      [zone.not-at-an-edge]
      x = ["8%", "92%"]
      y = ["8%", "92%"]
      [zone.edge-bottom]
      y = ["92%", "100%"]
      [zone.edge-left]
      x = ["0%", "8%"]
      [zone.corner-bottom-right]
      x = ["85%", "100%"]
      y = ["85%", "100%"]
      # line 5: not translated: -t 125: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 6: not translated: -T 60: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 10: not translated: -w 60: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 11: not translated: -h 50: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 12: not translated: -w 60: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 13: not translated: -h 50: counts pixels; `min_distance` of a swipe and `edge_width` are lengths
      # line 14: not translated: -d /dev/input/touchscreen: devices are found by themselves; `device` binds a gesture to one
      # line 27: not translated: { 1, SwipeRL, EdgeAny, DistanceAny, ActModeReleased, no },: its command is not a text in quotes on the same line; write it out
      # line 18: -g 1,LR,L,*,P,a "b" \c
      [[gesture]]
      name = "edge-pan-left-1"
      type = "edge-pan"
      fingers = 1
      edges = ["left"]
      run = "a \"b\" \\c"
      # line 19: -g 2,ULDR,TR,*,R,x,y
      [[gesture]]
      name = "swipe-down-right-2"
      type = "swipe"
      fingers = 2
      direction = "down-right"
      max_duration = "900ms"
      angle = "15deg"
      zone = "edge-top"
      where = { ends_in = "edge-right" }
      run = "x,y"
      # line 20: -g 2,DLUR,N,S,R,short
      [[gesture]]
      name = "swipe-up-right-2"
      type = "swipe"
      fingers = 2
      direction = "up-right"
      max_duration = "900ms"
      angle = "15deg"
      zone = "not-at-an-edge"
      run = "short"
      # line 21: not translated: -g 3,UD,B,M,R,m: a length by parts of the screen has no counterpart; `min_distance` is a length
      #[[gesture]]
      #name = "swipe-down-3"
      #type = "swipe"
      #fingers = 3
      #direction = "down"
      #max_duration = "900ms"
      #angle = "15deg"
      #fire_on = "release"
      #min_velocity = 0
      #where = { ends_in = "edge-bottom" }
      #run = "m"
      # line 22: not translated: -g 3,DU,T,L,R,l: a length by parts of the screen has no counterpart; `min_distance` is a length
      #[[gesture]]
      #name = "swipe-up-3"
      #type = "swipe"
      #fingers = 3
      #direction = "up"
      #max_duration = "900ms"
      #angle = "15deg"
      #fire_on = "release"
      #min_velocity = 0
      #where = { ends_in = "edge-top" }
      #run = "l"
      # line 23: -g 4,RL,R,*,R,r
      [[gesture]]
      name = "edge-pan-right-4"
      type = "edge-pan"
      fingers = 4
      edges = ["right"]
      ended = { run = "r" }
      # line 24: -g 1,RL,TL,*,R,tl
      [[gesture]]
      name = "swipe-left-1"
      type = "swipe"
      fingers = 1
      direction = "left"
      max_duration = "900ms"
      angle = "15deg"
      fire_on = "release"
      min_velocity = 0
      zone = "edge-top"
      where = { ends_in = "edge-left" }
      run = "tl"
      # line 25: -g 1,RL,BL,*,R,bl
      [[gesture]]
      name = "swipe-left-1-2"
      type = "swipe"
      fingers = 1
      direction = "left"
      max_duration = "900ms"
      angle = "15deg"
      fire_on = "release"
      min_velocity = 0
      zone = "edge-bottom"
      where = { ends_in = "edge-left" }
      run = "bl"
      # line 26: -g 1,RL,BR,*,R,br
      [[gesture]]
      name = "swipe-left-1-3"
      type = "swipe"
      fingers = 1
      direction = "left"
      max_duration = "900ms"
      angle = "15deg"
      fire_on = "release"
      min_velocity = 0
      zone = "corner-bottom-right"
      run = "br"
      """#
    let (lines, refusals) = try translated(.lisgd, theirs)
    #expect(lines == ours.split(separator: "\n"))
    #expect(refusals == "3 gestures and 7 settings were not translated")
  }
}
