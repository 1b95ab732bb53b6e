#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// What a node of a TOML document is; tables and arrays come as a pair of visits around their contents.
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

/// One visit. Lines and columns count from 1, columns in code points; 0 where there is none (elements of arrays have
/// no key). A value ends before `end_line`, `end_column`; of a table with a header only its header is meant. Text is UTF-8, valid only during the visit and not ended by NUL.
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

/// Parses TOML 1.0 and visits every node, tables in the order of their keys.
/// Returns false, and fills `error`, if the text is not TOML or nested too deeply.
bool gestured_toml_parse(
    const char *text, size_t length, gestured_toml_visitor visit, void *context, struct gestured_toml_error *error);

#ifdef __cplusplus
}
#endif
#endif
