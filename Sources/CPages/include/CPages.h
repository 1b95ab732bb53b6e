#ifndef GESTURED_CPAGES_H
#define GESTURED_CPAGES_H

/// The text of a file of the pages, which the program carries, or NULL. The studio serves the names that begin with "/".
const char *gestured_page(const char *name);
#endif
