@inline(never) package func words(_ key: Int) -> [Int] {
  switch key {
  case 0: [1, 2]
  case 1: [1, 2, 3]
  default: [1, 2, 3, 4]
  }
}
