/* The version of the programs: the file VERSION, and after `+` the commit, in a build of a clone that is not at the tag of
 * this version (scripts/lib.sh sets GESTURED_COMMIT). Semantic versioning calls this part build metadata. */
#include "CSystem.h"

#ifndef GESTURED_COMMIT
#define GESTURED_COMMIT ""
#endif

#pragma clang diagnostic ignored "-Wc23-extensions" // `#embed`, which clang has in every language
static const char release[] = {
#embed "../../VERSION" suffix(, 0)
};

const char *gestured_version(void) {
  static char version[64];
  if (version[0] == 0) snprintf(version, sizeof version, "%.*s%s", (int)strcspn(release, "\n"), release, GESTURED_COMMIT);
  return version;
}
