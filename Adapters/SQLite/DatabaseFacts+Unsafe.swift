import AugerColumns
import AugerDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file system's information about a database file.
struct DatabaseFacts {
  enum Kind { case missing, unreadable(String), directory, file }

  let path: String
  let kind: Kind
  let size: Int
  /// The first 100 bytes, or fewer.
  let header: [UInt8]

  static let headerSize = 100
  static let magic = Array("SQLite format 3\0".utf8)

  init(_ path: String) {
    self.path = path
    var status = stat()
    // Sound: the path is a C string for the call, and only the call writes to `status`.
    guard unsafe stat(path, &status) == 0 else {
      kind = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(Self.reason())
      size = 0
      header = []
      return
    }
    size = Int(status.st_size)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      kind = .directory
      header = []
      return
    }
    let descriptor = Self.openForReading(path)
    guard descriptor >= 0 else {
      kind = .unreadable(Self.reason())
      header = []
      return
    }
    var bytes = [UInt8](repeating: 0, count: Self.headerSize)
    // Sound: reads at most `headerSize` bytes into an array of that size.
    let count = unsafe read(descriptor, &bytes, Self.headerSize)
    _ = close(descriptor)
    kind = .file
    header = Array(bytes.prefix(max(0, count)))
  }

  private static func openForReading(_ path: String) -> Int32 {
    // Sound: the path is a C string for the call.
    unsafe open(path, O_RDONLY | O_CLOEXEC)
  }

  private static func reason() -> String {
    // Sound: strerror returns a C string that is valid until the next call on this thread. It is copied immediately.
    unsafe String(cString: strerror(errno))
  }

  /// True if the directory of the file is writable.
  var isInWritableDirectory: Bool {
    let directory = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
    // Sound: the path is a C string for the call.
    return unsafe access(directory.isEmpty ? "/" : directory, W_OK) == 0
  }

  /// True if a write-ahead log with content exists next to the file.
  var hasWAL: Bool {
    let wal = DatabaseFacts(path + "-wal")
    return wal.size > 0
  }

  /// Throws for a file that cannot be a SQLite database. SQLite would treat an empty file as an empty database.
  func requireDatabase() throws(AugerError) {
    let operation = "open '\(path)'"
    switch kind {
    case .missing: throw AugerError(.fileNotFound, operation: operation, "file '\(path)' does not exist")
    case .unreadable(let reason):
      throw AugerError(.fileUnreadable, operation: operation, "the file cannot be read: \(reason)")
    case .directory:
      throw AugerError(
        .notAFile, operation: operation, "'\(path)' is a directory", hint: "Name a database file in the folder.")
    case .file: break
    }
    guard size > 0 else { throw AugerError(.emptyInput, operation: operation, "the file is empty") }
    guard header.starts(with: Self.magic) else {
      throw AugerError(
        .notADatabase, operation: operation, "'\(path)' is not a SQLite database",
        hint: "Check that the file is a SQLite database and is not encrypted.")
    }
  }
}
