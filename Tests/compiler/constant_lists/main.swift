// Two modules make the constants of one function and name them by their position: this one counts from the end. The
// linker keeps one constant of each name.
import Words

print(words(0).count == 2 ? "its own" : "another's")
