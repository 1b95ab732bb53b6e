// LINK: -shared -fPIC
// panel: a library for LD_PRELOAD that gives each connector of a card the type of a laptop's own panel, which mutter turns by the
// sensor. The virtual cards of QEMU have none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

enum { edp = 14 }; // DRM_MODE_CONNECTOR_eDP

// The beginning of drmModeConnector of xf86drmMode.h.
struct connector { uint32_t id, encoder, type; };

struct connector *drmModeGetConnector(int fd, uint32_t id) {
  struct connector *(*next)(int, uint32_t) = (struct connector * (*)(int, uint32_t)) dlsym(RTLD_NEXT, "drmModeGetConnector");
  struct connector *found = next(fd, id);
  if (found) found->type = edp;
  return found;
}
