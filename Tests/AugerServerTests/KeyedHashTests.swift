import AugerServer
import Testing

@Suite struct KeyedHashTests {
  /// Test cases 2 and 6 of RFC 4231.
  @Test(arguments: [
    (
      Array("Jefe".utf8), ["what do ya want ", "for nothing?"],
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), ["Test Using Larger Than Block-Size Key - Hash Key First"],
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func codesMatchTheStandard(_ key: [UInt8], _ parts: [String], _ code: String) {
    var hash = KeyedHash(key: key)
    for part in parts { hash.update(Array(part.utf8)) }
    #expect(hash.code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == code)
  }
}
