// Symbols are shared between objects if a module has several.
package let other = 0
