#include "CPages.h"
#include <stddef.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // `#embed`, which clang has in every language
// `#embed` costs the compiler nothing. Arrays of Swift's, which a package's resources become, took 5 s of a build.
static const struct { const char *name, *text; } pages[] = {
    {"/main.js", (const char[]){
#embed "studio/main.js" suffix(, 0)
}},
    {"/dom.js", (const char[]){
#embed "studio/dom.js" suffix(, 0)
}},
    {"/server.js", (const char[]){
#embed "studio/server.js" suffix(, 0)
}},
    {"/pad.js", (const char[]){
#embed "studio/pad.js" suffix(, 0)
}},
    {"/see.js", (const char[]){
#embed "studio/see.js" suffix(, 0)
}},
    {"/bar.js", (const char[]){
#embed "studio/bar.js" suffix(, 0)
}},
    {"/teach.js", (const char[]){
#embed "studio/teach.js" suffix(, 0)
}},
    {"/system.js", (const char[]){
#embed "studio/system.js" suffix(, 0)
}},
    {"/studio.css", (const char[]){
#embed "studio/studio.css" suffix(, 0)
}},
    {"/pad.css", (const char[]){
#embed "pad.css" suffix(, 0)
}},
    {"/icon.svg", (const char[]){
#embed "studio/icon.svg" suffix(, 0)
}},
    {"index.html", (const char[]){
#embed "studio/index.html" suffix(, 0)
}},
    {"report.css", (const char[]){
#embed "report/report.css" suffix(, 0)
}},
    {"report.js", (const char[]){
#embed "report/report.js" suffix(, 0)
}},
};

const char *gestured_page(const char *name) {
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
    if (strcmp(pages[i].name, name) == 0) return pages[i].text;
  return NULL;
}
