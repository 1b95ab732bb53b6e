#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a node. Tables and arrays are visited twice, before and after their contents.
enum gestured_toml_kind {
  GESTURED_TOML_TABLE,
  GESTURED_TOML_ARRAY,
  GESTURED_TOML_END,
  GESTURED_TOML_STRING,
  GESTURED_TOML_INTEGER,
  GESTURED_TOML_NUMBER,
  GESTURED_TOML_BOOLEAN,
  GESTURED_TOML_DATE,
};

/// One visit of a node. Lines and columns count from 1, columns in code points; a missing key (elements of arrays) has 0. A value
/// ends before `end_line`, `end_column`; for a table with a header this is the end of the header. Text is UTF-8 without a final
/// NUL, and is valid only during the visit.
struct gestured_toml_node {
  enum gestured_toml_kind kind;
  const char *key;
  size_t key_length;
  uint32_t key_line, key_column;
  uint32_t line, column;
  uint32_t end_line, end_column;
  const char *string;
  size_t string_length;
  int64_t integer;
  double number;
  bool boolean;
};

/// Where and why a text is not TOML.
struct gestured_toml_error {
  char description[256];
  uint32_t line, column;
};

typedef void (*gestured_toml_visitor)(void *context, const struct gestured_toml_node *node);

/// Parses TOML 1.0 and visits every node; tables are in the order of their keys.
/// Returns false and fills `error` if the text is not TOML or is nested too deeply.
bool gestured_toml_parse(
    const char *text, size_t length, gestured_toml_visitor visit, void *context, struct gestured_toml_error *error);

#ifdef __cplusplus
}
#endif
#endif
