#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H
#ifdef __cplusplus
extern "C" {
#endif
int gestured_toml_version(void);
#ifdef __cplusplus
}
#endif
#endif
