import AugerDiagnostics

/// Reads binary property lists (`bplist00`): a table of objects that refer to each other by number.
///
/// Every number is validated before use, cyclic references end at the depth limit, and an object counts once per
/// reference. The format has no lines, so positions are key paths.
enum BinaryPropertyList {
  static let maximumNodes = AttributedDocument.maximumNodes

  static func parse(_ bytes: [UInt8], name: String) throws(DiagnosticError) -> DocumentNode {
    do throws(Failure) {
      var reader = try Reader(bytes, name: name)
      return try reader.object(reader.top, path: "", depth: 0)
    } catch {
      throw DiagnosticError(
        Diagnostic(
          error.code, error.message,
          at: Diagnostic.Place(SourceText(name: name, text: "", keyPath: error.path.isEmpty ? nil : error.path))))
    }
  }

  private struct Failure: Error {
    var code = Diagnostic.Code.propertyListSyntax
    var message: String
    var path = ""
  }

  private struct Reader {
    let bytes: [UInt8]
    let name: String
    let top: Int
    private let objectCount: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let table: Int
    private var nodeCount = 0

    init(_ bytes: [UInt8], name: String) throws(Failure) {
      self.bytes = bytes
      self.name = name
      guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else {
        throw Failure(message: "the file is not a complete binary property list")
      }
      let trailer = bytes.count - 32
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      func number(at offset: Int) -> Int? {
        let value = bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value).flatMap { $0 <= bytes.count ? $0 : nil }
      }
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = number(at: trailer + 8),
        let top = number(at: trailer + 16), let table = number(at: trailer + 24), top < count,
        table >= 8, table + count * offsetSize <= trailer
      else { throw Failure(message: "the table of the file's objects is damaged") }
      objectCount = count
      self.top = top
      self.table = table
    }

    /// Returns a number with up to eight bytes. Nil if it is outside the objects or too large for an offset.
    private func number(at offset: Int, size: Int) -> Int? {
      guard offset >= 0, size > 0, offset <= table - size || offset >= table, offset + size <= bytes.count - 32 else {
        return nil
      }
      return Int(exactly: bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private func source(_ text: String, _ path: String) -> SourceText {
      SourceText(name: name, text: text, keyPath: path)
    }

    private func scalar(_ text: String, _ path: String, style: DocumentNode.ScalarStyle) -> DocumentNode {
      DocumentNode(
        .scalar(text, style: style), span: SourceSpan(0, text.utf8.count), in: source(text, path),
        layout: .verbatim(from: 0))
    }

    mutating func object(_ index: Int, path: String, depth: Int) throws(Failure) -> DocumentNode {
      nodeCount += 1
      guard nodeCount <= BinaryPropertyList.maximumNodes else {
        throw Failure(
          code: .documentTooLarge, message: "the file holds more than \(BinaryPropertyList.maximumNodes) values",
          path: path)
      }
      guard depth <= 2 * AttributedDocument.maximumDepth else {
        throw Failure(
          code: .documentTooDeep,
          message: "values are nested more than \(2 * AttributedDocument.maximumDepth) levels deep, or in a circle",
          path: String(path.prefix(200)))
      }
      guard index < objectCount, let offset = number(at: table + index * offsetSize, size: offsetSize),
        offset >= 8, offset < table
      else { throw Failure(message: "the table of the file's objects is damaged", path: path) }
      let low = Int(bytes[offset] & 0x0F)
      switch bytes[offset] >> 4 {
      case 0x0 where low == 0x8: return scalar("false", path, style: .plain)
      case 0x0 where low == 0x9: return scalar("true", path, style: .plain)
      case 0x1 where low <= 3:
        guard offset + 1 + (1 << low) <= table else { throw Failure(message: "a number is truncated", path: path) }
        let raw = bytes[offset + 1..<offset + 1 + 1 << low].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Only numbers with eight bytes have a sign.
        return scalar(low == 3 ? "\(Int64(bitPattern: raw))" : "\(raw)", path, style: .plain)
      case 0x2 where low == 2 || low == 3:
        guard offset + 1 + (1 << low) <= table else { throw Failure(message: "a number is truncated", path: path) }
        let raw = bytes[offset + 1..<offset + 1 + 1 << low].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let text = low == 3 ? "\(Double(bitPattern: raw))" : "\(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))"
        return scalar(text, path, style: .plain)
      case 0x5, 0x6: return scalar(try text(at: offset, path), path, style: .quoted)
      case 0xA: return try array(at: offset, path, depth)
      case 0xD: return try dictionary(at: offset, path, depth)
      default:
        throw Failure(message: "there is a value that metadata cannot hold: a date, data, or none", path: path)
      }
    }

    /// Returns the length that a marker specifies, and the start of the content.
    private func length(at offset: Int, _ path: String) throws(Failure) -> (count: Int, start: Int) {
      let low = Int(bytes[offset] & 0x0F)
      if low < 0xF { return (low, offset + 1) }
      guard offset + 2 <= table, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0x0F <= 3,
        let count = number(at: offset + 2, size: 1 << Int(bytes[offset + 1] & 0x0F)), count <= bytes.count
      else { throw Failure(message: "a length is damaged", path: path) }
      return (count, offset + 2 + 1 << Int(bytes[offset + 1] & 0x0F))
    }

    private func text(at offset: Int, _ path: String) throws(Failure) -> String {
      let (count, start) = try length(at: offset, path)
      let isWide = bytes[offset] >> 4 == 0x6
      guard start + count * (isWide ? 2 : 1) <= table else {
        throw Failure(message: "a string is truncated", path: path)
      }
      if !isWide {
        guard let text = String(validating: bytes[start..<start + count], as: UTF8.self) else {
          throw Failure(message: "a string is not ASCII", path: path)
        }
        return text
      }
      let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw Failure(message: "a string is not UTF-16", path: path)
      }
      return text
    }

    private func reference(_ index: Int, from start: Int, _ path: String) throws(Failure) -> Int {
      guard let reference = number(at: start + index * referenceSize, size: referenceSize) else {
        throw Failure(message: "a reference is damaged", path: path)
      }
      return reference
    }

    /// Returns the path of a value. Long paths are cut, so that memory is proportional to the file.
    private static func path(_ path: String, _ name: String) -> String {
      let name = name.shown
      guard !path.isEmpty else { return name }
      return path.utf8.count <= 500 ? "\(path)/\(name)" : path.hasSuffix("/...") ? path : "\(path)/..."
    }

    private mutating func array(at offset: Int, _ path: String, _ depth: Int) throws(Failure) -> DocumentNode {
      let (count, start) = try length(at: offset, path)
      guard start + count * referenceSize <= table else { throw Failure(message: "a list is truncated", path: path) }
      var items: [DocumentNode] = []
      for index in 0..<count {
        items.append(
          try object(try reference(index, from: start, path), path: Self.path(path, "\(index)"), depth: depth + 1))
      }
      return DocumentNode(.sequence(items), span: SourceSpan(0, 0), in: source("", path))
    }

    private mutating func dictionary(at offset: Int, _ path: String, _ depth: Int) throws(Failure) -> DocumentNode {
      let (count, start) = try length(at: offset, path)
      guard start + 2 * count * referenceSize <= table else {
        throw Failure(message: "a dictionary is truncated", path: path)
      }
      var entries: [DocumentEntry] = []
      var seen: Set<[UInt8]> = []
      for index in 0..<count {
        let key = try object(try reference(index, from: start, path), path: path, depth: depth + 1)
        guard case .scalar(let text, .quoted) = key.kind else {
          throw Failure(message: "a key is not a string", path: path)
        }
        let inner = Self.path(path, text)
        guard seen.insert(Array(text.utf8)).inserted else {
          throw Failure(code: .duplicateKey, message: "key '\(text.shown)' occurs twice", path: path)
        }
        let value = try object(try reference(count + index, from: start, path), path: inner, depth: depth + 1)
        entries.append(
          DocumentEntry(key: DocumentKey(text, span: SourceSpan(0, 0), in: source("", inner)), value: value))
      }
      return DocumentNode(.mapping(entries), span: SourceSpan(0, 0), in: source("", path))
    }
  }
}
