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