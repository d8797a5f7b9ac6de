import AugerColumns
import Testing

@Suite("Keys crafted to collide")
struct HostileKeyTests {
  /// Returns strings of 24 bytes with the same hash for this seed: the last word cancels the effect of the others.
  private static func texts(_ count: Int, seed: UInt64) -> [String] {
    var texts: [String] = []
    var number: UInt64 = 1_000_000
    while texts.count < count {
      number += 1
      let (first, second) = (word("a\(number)"), word("b\(number &* 7)"))
      let start = 24 &* 0x9E37_79B9_7F4A_7C15 ^ 0x2545_F491_4F6C_DD1D as UInt64 ^ seed
      let third = ByteHash.mix(ByteHash.mix(start ^ first) ^ second)
      guard third & 0x8080_8080_8080_8080 == 0 else { continue }
      let bytes = [first, second, third].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    return texts
  }

  private static func word(_ text: String) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in text.utf8.prefix(8).enumerated() { word |= UInt64(byte) << (index * 8) }
    return word
  }

  @Test("the hash without a seed is the same in every process")
  func stableHash() {
    #expect(ByteHash.hash(Array("Europe".utf8).span) == 0xa821_054c_cd6b_5a16)
  }

  @Test("with a seed they have distinct hashes")
  func seeds() {
    let texts = Self.texts(500, seed: 0)
    let plain = Set(texts.map { ByteHash.hash(Array($0.utf8).span) })
    let seeded = Set(texts.map { ByteHash.hash(Array($0.utf8).span, seed: ByteHash.processSeed) })
    #expect(plain.count == 1)
    #expect(seeded.count == 500)
  }

  @Test("a table with many collisions takes another seed and gives the same codes")
  func reseeding() throws {
    let texts = Self.texts(500, seed: ByteHash.processSeed) + (0..<1000).map { "word \($0)" }
    var builder = StringDictionaryBuilder()
    let numbers = texts.indices.map { UInt32($0) }
    for _ in 0..<2 {
      let codes = texts.map { builder.code(for: $0) }
      #expect(codes == numbers)
    }
    try builder.snapshot().validate()
    let floats = Column((0..<3000).map { row -> Double in Double(row % 1500) })
    let grouping = Grouping(keys: [Column(texts + texts), floats], rowCount: 3000)
    #expect(grouping.groups == numbers + numbers)
  }
}
