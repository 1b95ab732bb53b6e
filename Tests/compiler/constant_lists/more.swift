// Symbols are shared between objects if a module has several.
let more = 0
