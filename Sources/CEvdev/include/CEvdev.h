#ifndef GESTURED_CEVDEV_H
#define GESTURED_CEVDEV_H
#include <libevdev/libevdev.h>
#include <libudev.h>
#endif
