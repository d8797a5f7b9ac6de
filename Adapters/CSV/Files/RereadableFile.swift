import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A file that can be read repeatedly. Standard input and pipes can be read only once, so the first open copies them
/// to an unnamed temporary file.
package final class RereadableFile: Sendable {
  /// The path that means standard input.
  static let standardInput = "-"

  package let path: String
  private let spool = Locked<Spool?>(nil)
  /// The copy of standard input, shared by the whole process.
  private static let sharedSpool = Locked<Spool?>(nil)

  private let access: FileAccess

  package init(_ path: String, _ access: FileAccess = .anywhere) {
    self.path = path
    self.access = access
  }

  /// The name of the file in messages and positions.
  package var title: String { isStandardInput ? "<stdin>" : path }

  private var isStandardInput: Bool { path == Self.standardInput || path == "/dev/stdin" }

  /// Opens the file. Throws `fileNotFound`, `notAFile`, `pathNotAllowed` or `fileUnreadable`.
  func open(_ range: Range<Int>? = nil) throws(AugerError) -> FileReader {
    FileReader(try descriptor(), title: title, range)
  }

  /// Returns a descriptor that can read at any offset: the file, or the copy of a stream. Throws the errors of
  /// `open`.
  func descriptor() throws(AugerError) -> FileDescriptor {
    if isStandardInput { return try spooled(Self.sharedSpool, 0) }
    if let known = spool.withLock({ $0 }) { return known }
    let opened = try FileDescriptor(path: path, access)
    return opened.isRegular ? opened : try spooled(spool, opened)
  }

  /// Returns a string that identifies the current version of the file. A stream has one version.
  func version() throws(AugerError) -> String {
    isStandardInput ? "once" : try FileDescriptor.version(ofPath: path) ?? "once"
  }

  private func spooled(_ spool: Locked<Spool?>, _ source: Int32) throws(AugerError) -> Spool {
    try spooled(spool, FileDescriptor(borrowing: source, path: title))
  }

  private func spooled(_ spool: Locked<Spool?>, _ source: FileDescriptor) throws(AugerError) -> Spool {
    // Copied under the lock: two readers must not split one stream.
    let result: Result<Spool, AugerError> = spool.withLock { spool in
      if let spool { return .success(spool) }
      do throws(AugerError) {
        let made = try Spool.copy(of: source)
        spool = made
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// The descriptor of a temporary file.
typealias Spool = FileDescriptor
