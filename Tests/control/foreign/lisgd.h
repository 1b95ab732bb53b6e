/*
  gestures: Array
*/
unsigned int distancethreshold = 125;
unsigned int timeoutms = 800;
double edgesizeleft = 50.0;
char *device = "/dev/input/event10";
Gesture gestures[] = {
	// { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "no" },
	{ 3,         SwipeRL,     EdgeAny, DistanceAny, ActModeReleased, "echo \"a\", b" },
	{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModePressed, "kbd" },
};
