import AugerColumns

/// A block of IP addresses with a common prefix: `10.0.0.0/8`, `fd00::/8`, `192.0.2.7`.
package struct AddressBlock: Sendable, Hashable {
  private let bytes: [UInt8]
  /// The length of the prefix in bits.
  private let length: Int

  /// Parses a block. Nil if the text is invalid or bits after the prefix are set.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let bytes = Self.bytes(parts[0]) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      length = bytes.count * 8
      return
    }
    guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]),
      length <= bytes.count * 8
    else { return nil }
    self.length = length
    guard bytes.indices.allSatisfy({ bytes[$0] & ~mask($0) == 0 }) else { return nil }
  }

  /// Returns true if the block contains an address. Accepts IPv4 addresses in IPv6 notation (`::ffff:10.0.0.1`).
  package func contains(_ address: String) -> Bool {
    guard var other = Self.bytes(address[...]) else { return false }
    if other.count == 16, bytes.count == 4 {
      guard other[..<10].allSatisfy({ $0 == 0 }), other[10] == 0xFF, other[11] == 0xFF else { return false }
      other.removeFirst(12)
    }
    return other.count == bytes.count && bytes.indices.allSatisfy { (bytes[$0] ^ other[$0]) & mask($0) == 0 }
  }

  /// Returns the bits of a byte that belong to the prefix.
  private func mask(_ index: Int) -> UInt8 {
    let bits = min(8, max(0, length - index * 8))
    return bits == 0 ? 0 : 0xFF << UInt8(8 - bits)
  }

  private static func bytes(_ text: Substring) -> [UInt8]? { text.contains(":") ? six(text) : four(text) }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      // Reject leading zeros, which some programs read as octal.
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        part.utf8.count == 1 || part.first != "0", let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func six(_ text: Substring) -> [UInt8]? {
    // A link-local address may include the name of its interface.
    let text = text.prefix { $0 != "%" }
    guard let gap = text.firstRange(of: "::") else {
      return groups(text).flatMap { $0.count == 16 ? $0 : nil }
    }
    let (front, back) = (text[..<gap.lowerBound], text[gap.upperBound...])
    guard let head = front.isEmpty ? [] : groups(front), let tail = back.isEmpty ? [] : groups(back),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Parses groups of four hexadecimal digits, separated by colons. The last one may be an IPv4 address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(".") {
        guard let last = four(part) else { return nil }
        bytes += last
        continue
      }
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
        let group = UInt16(part, radix: 16)
      else { return nil }
      bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
    }
    return bytes
  }
}
