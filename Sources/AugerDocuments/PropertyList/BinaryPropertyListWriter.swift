import AugerDiagnostics

/// Writes trees as binary property lists. Equal strings are written once.
struct BinaryPropertyListWriter {
  private enum Object {
    case text(String)
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  private var texts: [[UInt8]: Int] = [:]

  static func write(_ root: AttributedNode) throws(DiagnosticError) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    _ = try writer.add(root)
    return writer.bytes()
  }

  private mutating func add(_ node: AttributedNode) throws(DiagnosticError) -> Int {
    try AttributedDocument.checkNames(of: node)
    let index = objects.count
    objects.append(.dictionary(keys: [], values: []))
    var keys = [add(AttributedDocument.nameKey)]
    var values = [add(node.name)]
    for attribute in node.attributes {
      keys.append(add(attribute.name))
      values.append(add(attribute.value))
    }
    for (key, child) in PropertyListKeys.keys(of: node) {
      keys.append(add(key))
      values.append(try add(child))
    }
    objects[index] = .dictionary(keys: keys, values: values)
    return index
  }

  private mutating func add(_ text: String) -> Int {
    if let known = texts[Array(text.utf8)] { return known }
    objects.append(.text(text))
    texts[Array(text.utf8)] = objects.count - 1
    return objects.count - 1
  }

  private func bytes() -> [UInt8] {
    let referenceSize = Self.size(of: objects.count)
    var result = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(result.count)
      switch object {
      case .text(let text) where text.utf8.allSatisfy({ $0 < 0x80 }):
        Self.append(marker: 0x50, length: text.utf8.count, to: &result)
        result += text.utf8
      case .text(let text):
        Self.append(marker: 0x60, length: text.utf16.count, to: &result)
        for unit in text.utf16 { Self.append(Int(unit), size: 2, to: &result) }
      case .dictionary(let keys, let values):
        Self.append(marker: 0xD0, length: keys.count, to: &result)
        for reference in keys + values { Self.append(reference, size: referenceSize, to: &result) }
      }
    }
    let table = result.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { Self.append(offset, size: offsetSize, to: &result) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, 0, table] { Self.append(number, size: 8, to: &result) }
    return result
  }

  private static func size(of number: Int) -> Int { number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : 4 }

  private static func append(marker: UInt8, length: Int, to bytes: inout [UInt8]) {
    guard length >= 15 else {
      bytes.append(marker | UInt8(length))
      return
    }
    let size = size(of: length)
    bytes += [marker | 0x0F, 0x10 | UInt8(size.trailingZeroBitCount)]
    append(length, size: size, to: &bytes)
  }

  private static func append(_ number: Int, size: Int, to bytes: inout [UInt8]) {
    for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}

/// The keys of a node's children in a property list: their names, followed by numbers for the order.
enum PropertyListKeys {
  static func keys(of node: AttributedNode) -> [(key: String, child: AttributedNode)] {
    let taken = Set(node.attributes.map { Array($0.name.utf8) })
    let only = node.children.count == 1 ? node.children[0] : nil
    if let only, !taken.contains(Array(only.name.utf8)), AttributedReader.split(only.name).index == nil,
      !only.name.isSameText(as: AttributedDocument.nameKey)
    {
      return [(only.name, only)]
    }
    return node.children.enumerated().map { index, child in
      // A digit or `_` before the number would become a part of it.
      let last = child.name.utf8.last ?? 0
      let separator = (0x30...0x39).contains(last) || last == UInt8(ascii: "_") ? "_" : ""
      var key = "\(child.name)\(separator)\(index + 1)"
      if taken.contains(Array(key.utf8)) { key = "\(child.name)_\(index + 1)" }
      while taken.contains(Array(key.utf8)) { key = "_" + key }
      return (key, child)
    }
  }
}
