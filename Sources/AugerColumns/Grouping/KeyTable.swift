/// A hash table from fixed-width keys of 64-bit words to numbers, 0 upward in the order of first insertion.
///
/// Open addressing with linear probing; keys are compared word for word, so the hash decides only the speed.
package struct KeyTable: Sendable {
  package let width: Int
  /// The keys, `width` words each, in the order of their numbers.
  package private(set) var keys: [UInt64] = []
  private var hashes: [UInt32] = []
  private var slots: [UInt32]

  package init(width: Int) {
    precondition(width > 0, "a key has at least one word")
    self.width = width
    slots = [UInt32](repeating: 0, count: 64)
  }

  package var count: Int { hashes.count }

  /// The number of the key at `words[offset ..< offset + width]`; a new one if it is new.
  package mutating func insert(_ words: borrowing Span<UInt64>, at offset: Int) -> Int {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    for i in 0..<width { state = ByteHash.mix(state ^ words[offset + i]) }
    let hash = UInt32(truncatingIfNeeded: state >> 16)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isKey(number, equalTo: words, at: offset) { return number }
      slot = (slot + 1) & mask
    }
    let number = hashes.count
    for i in 0..<width { keys.append(words[offset + i]) }
    hashes.append(hash)
    slots[slot] = UInt32(truncatingIfNeeded: number + 1)
    if (number + 1) * 2 > slots.count { grow() }
    return number
  }

  private func isKey(_ number: Int, equalTo words: borrowing Span<UInt64>, at offset: Int) -> Bool {
    for i in 0..<width where keys[number * width + i] != words[offset + i] { return false }
    return true
  }

  private mutating func grow() {
    let mask = slots.count * 4 - 1
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for number in hashes.indices {
      var slot = Int(hashes[number]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: number + 1)
    }
  }
}
