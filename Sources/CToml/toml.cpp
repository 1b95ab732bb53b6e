#include "CToml.h"

#define TOML_EXCEPTIONS 0
// toml++ 3.3 asserts that a header begins with a character of a key, and then checks it: `[=]` would abort, or with NDEBUG
// be undefined. Without the assertion the check reports it.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
// Values nested in values; a configuration needs four. With the limit on dots below it bounds the recursion here, in
// toml++'s destructors and in the code that walks the tree.
#define TOML_MAX_NESTED_VALUES 32
#include <cstdio>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace {

/// Names in one dotted key or header; toml++ has no limit of its own and recurses once for each.
constexpr int max_dots = 64;

struct Walk {
  gestured_toml_visitor visit;
  void *context;

  void node(const toml::node &value, const toml::key *key) const {
    gestured_toml_node out{};
    if (key) {
      out.key = key->str().data();
      out.key_length = key->str().size();
      out.key_line = key->source().begin.line;
      out.key_column = key->source().begin.column;
    }
    out.line = value.source().begin.line;
    out.column = value.source().begin.column;
    out.end_line = value.source().end.line;
    out.end_column = value.source().end.column;
    switch (value.type()) {
      case toml::node_type::table: return table(*value.as_table(), out);
      case toml::node_type::array: return array(*value.as_array(), out);
      case toml::node_type::string:
        out.kind = GESTURED_TOML_STRING;
        out.string = value.as_string()->get().data();
        out.string_length = value.as_string()->get().size();
        break;
      case toml::node_type::integer:
        out.kind = GESTURED_TOML_INTEGER;
        out.integer = value.as_integer()->get();
        break;
      case toml::node_type::floating_point:
        out.kind = GESTURED_TOML_NUMBER;
        out.number = value.as_floating_point()->get();
        break;
      case toml::node_type::boolean:
        out.kind = GESTURED_TOML_BOOLEAN;
        out.boolean = value.as_boolean()->get();
        break;
      case toml::node_type::none:
      case toml::node_type::date:
      case toml::node_type::time:
      case toml::node_type::date_time: out.kind = GESTURED_TOML_DATE; break;
    }
    visit(context, &out);
  }

  void table(const toml::table &value, gestured_toml_node out) const {
    out.kind = GESTURED_TOML_TABLE;
    visit(context, &out);
    for (auto &&[key, child] : value) node(child, &key);
    end();
  }

  void array(const toml::array &value, gestured_toml_node out) const {
    out.kind = GESTURED_TOML_ARRAY;
    visit(context, &out);
    for (auto &&child : value) node(child, nullptr);
    end();
  }

  void end() const {
    gestured_toml_node out{};
    out.kind = GESTURED_TOML_END;
    visit(context, &out);
  }
};

/// The first position with a dotted key of more than `max_dots` names; false if there is none.
bool find_deep_key(std::string_view text, gestured_toml_error &error) {
  uint32_t line = 1, column = 1;
  int dots = 0;
  for (char c : text) {
    if (c == '.') {
      if (++dots > max_dots) {
        error.line = line;
        error.column = column;
        std::snprintf(error.description, sizeof error.description, "more than %d names joined by dots", max_dots);
        return true;
      }
    } else if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '#') {
      dots = 0;
    }
    if (c == '\n') {
      line++;
      column = 1;
    } else if ((c & 0xC0) != 0x80) {
      column++;
    }
  }
  return false;
}

/// A line, without its line break, that contains only a comment valid for toml++: printable ASCII.
bool is_plain_comment(std::string_view line) {
  auto start = line.find_first_not_of(" \t");
  if (start == line.npos || line[start] != '#') return false;
  if (line.back() == '\r') line.remove_suffix(1);
  for (char c : line)
    if ((c < ' ' && c != '\t') || c > '~') return false;
  return true;
}

/// The document with such lines empty. toml++ takes 200 instructions for a character of a comment, and a documented
/// configuration is mostly comments: half of the time to read it. Positions do not change. If a string of several lines
/// could contain such a line, no line is emptied.
std::string without_comments(std::string_view text) {
  if (text.find("\"\"\"") != text.npos || text.find("'''") != text.npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    if (!is_plain_comment(line)) out += line;
    text.remove_prefix(line.size());
    if (!text.empty()) {
      out += '\n';
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace

extern "C" bool gestured_toml_parse(
    const char *text, size_t length, gestured_toml_visitor visit, void *context, gestured_toml_error *error) {
  const std::string document = without_comments(std::string_view(text, length));
  if (find_deep_key(document, *error)) return false;
  auto result = toml::parse(std::string_view(document));
  if (!result) {
    auto description = result.error().description();
    // The name of a macro is no help in a configuration error.
    description = description.substr(0, description.find(" (TOML_MAX_NESTED_VALUES)"));
    std::snprintf(error->description, sizeof error->description, "%.*s", static_cast<int>(description.size()),
                  description.data());
    error->line = result.error().source().begin.line;
    error->column = result.error().source().begin.column;
    return false;
  }
  Walk{visit, context}.node(result.table(), nullptr);
  return true;
}
