/// Assigns a code to each distinct string, ascending from 0 in order of first appearance.
package struct StringDictionaryBuilder: Sendable {
  private var bytes: [UInt8] = []
  private var offsets: [Int] = [0]
  private var hashes: [UInt64] = []
  private var seed = ByteHash.processSeed
  /// The number of slots when the seed was last changed.
  private var reseededSize = 0
  /// The slots of a hash table with open addressing and linear probing. A slot contains code + 1; 0 means free.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 64)

  package init() {}

  package init(_ dictionary: StringDictionary) {
    for code in 0..<dictionary.count { _ = self.code(for: dictionary.utf8(code)) }
  }

  package var count: Int { offsets.count - 1 }

  /// The total number of bytes of all entries.
  package var byteCount: Int { bytes.count }

  /// The memory of the entries and of their hash table, in bytes.
  package var memoryBytes: Int { bytes.count + (offsets.count + hashes.count) * 8 + slots.count * 4 }

  /// Returns the additional bytes needed temporarily while `more` entries are added.
  package func growthBytes(adding more: Int) -> Int {
    var size = slots.count
    while (count + more) * 2 > size { size *= 2 }
    return max(bytes.count, offsets.count * 8) + (size > slots.count ? size * 4 : 0)
  }

  package mutating func code(for string: String) -> UInt32 {
    let utf8 = Array(string.utf8)
    return code(for: utf8.span)
  }

  /// Returns the code of a string in valid UTF-8. Inserts it if it is new.
  package mutating func code(for text: borrowing Span<UInt8>) -> UInt32 {
    let hash = ByteHash.hash(text, seed: seed)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    var steps = 0
    while true {
      let held = slots[slot]
      if held == 0 { break }
      let code = Int(held) - 1
      if hashes[code] == hash, isEntry(code, equalTo: text) { return UInt32(truncatingIfNeeded: code) }
      slot = (slot + 1) & mask
      steps += 1
    }
    let code = offsets.count - 1
    precondition(code < Int(UInt32.max) - 1, "a dictionary holds at most 4 294 967 294 strings")
    for i in text.indices { bytes.append(text[i]) }
    offsets.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(truncatingIfNeeded: code + 1)
    if (code + 1) * 2 > slots.count { fill(slots.count * 2) }
    if steps > ByteHash.mostSteps, reseededSize < slots.count { reseed() }
    return UInt32(truncatingIfNeeded: code)
  }

  @_lifetime(borrow self)
  func text(_ code: Int) -> Span<UInt8> { bytes.span.extracting(offsets[code]..<offsets[code + 1]) }

  private func isEntry(_ code: Int, equalTo text: borrowing Span<UInt8>) -> Bool {
    let from = offsets[code]
    guard offsets[code + 1] - from == text.count else { return false }
    return ByteHash.areEqual(bytes.span.extracting(from..<from + text.count), text)
  }

  private mutating func reseed() {
    seed = .random(in: .min ... .max)
    reseededSize = slots.count
    for code in hashes.indices {
      hashes[code] = ByteHash.hash(bytes.span.extracting(offsets[code]..<offsets[code + 1]), seed: seed)
    }
    fill(slots.count)
  }

  private mutating func fill(_ size: Int) {
    let mask = size - 1
    slots = [UInt32](repeating: 0, count: size)
    for code in hashes.indices {
      var slot = Int(truncatingIfNeeded: hashes[code]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: code + 1)
    }
  }

  var parts: (offsets: [Int], bytes: [UInt8]) { (offsets, bytes) }

  /// Returns the dictionary so far without copying. The builder copies when it grows again.
  package func snapshot() -> StringDictionary { StringDictionary(offsets: offsets, bytes: bytes) }
}
