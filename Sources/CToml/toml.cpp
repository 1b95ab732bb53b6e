#include "CToml.h"
extern "C" int gestured_toml_version(void) { return 1; }
