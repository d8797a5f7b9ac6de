import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// A folder of stored tables, one file each. A file is replaced atomically: a reader gets the old table or the new one.
///
/// The functions block: call them from a blocking thread.
package struct TableStore: Sendable {
  package let directory: String
  var files: FileSystem

  package init(directory: String, files: FileSystem = FileSystem()) {
    self.directory = directory
    self.files = files
  }

  static let ending = ".table"

  /// Returns the names of the tables, sorted by bytes.
  package func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
      .filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
      .compactMap { Self.name(ofFile: String($0.dropLast(Self.ending.count))) }
      .sorted { Scalar.compareBytes($0, $1) < 0 }
  }

  /// Returns the size of a table's file in bytes, or zero if it does not exist.
  package func byteCount(of name: String) -> Int {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return (facts?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Returns a string that changes when a table is replaced, or nil if it does not exist.
  package func version(of name: String) -> String? {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path(name)),
      let time = facts[.modificationDate] as? Date
    else { return nil }
    return "\(time.timeIntervalSinceReferenceDate) \(facts[.size] ?? 0) \(facts[.systemFileNumber] ?? 0)"
  }

  /// Returns a table, or nil if it does not exist. Throws `tableDamaged`.
  package func read(_ name: String) throws -> TableFile? {
    guard let bytes = try files.access.contents(of: path(name), most: .max) else { return nil }
    do { return try TableFile(bytes) } catch var error as AugerError {
      error.operation = "read the stored table '\(name)'"
      throw error
    } catch {
      throw AugerError(
        .tableDamaged, operation: "read the stored table '\(name)'", "its header cannot be read",
        underlying: String(describing: error))
    }
  }

  /// Replaces a table. `permit` is called just before the switch. If it throws, nothing changes.
  ///
  /// Throws `leaseLost` if the existing table was written under a newer claim, `diskFull`, or `fileUnwritable`.
  package func write(_ file: TableFile, as name: String, _ control: RunControl, permit: () throws -> Void) throws {
    try files.makeFolder(directory, for: .owner)
    let lock = try FileLock.wait(directory + "/.lock", seconds: 120, control, files)
    defer { withExtendedLifetime(lock) {} }
    try files.restrictFiles(in: directory) { $0 == ".lock" || $0.hasSuffix(Self.ending) }
    // A damaged table is replaced.
    if let current = try? read(name), current.header.fence > file.header.fence {
      throw AugerError(
        .leaseLost, operation: "write the stored table '\(name)'",
        "another run wrote the table after this run lost its lease"
      )
    }
    let unfinished = directory + "/.unfinished-" + Self.fileName(of: name)
    try files.remove(unfinished)
    do {
      try files.write(try file.bytes(), to: unfinished, for: .owner)
      try permit()
      try files.move(unfinished, to: path(name))
    } catch {
      try? files.remove(unfinished)
      throw error
    }
    try files.syncFolder(directory)
  }

  private func path(_ name: String) -> String { directory + "/" + Self.fileName(of: name) + Self.ending }

  /// Returns the file name of a table. Letters, digits, `_`, `-` and points except the first remain; other bytes become
  /// `%41`.
  ///
  /// Different names have different files, even on file systems that ignore case.
  private static func fileName(of name: String) -> String {
    var text = ""
    for (index, byte) in name.utf8.enumerated() {
      let isLower = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
      if isLower || (byte == 0x2E && index > 0) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  private static func name(ofFile text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
