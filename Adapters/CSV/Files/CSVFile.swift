import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A file that is read as often as it takes. What can be read only once - standard input, a pipe - is copied into a
/// temporary file without a name when it is first opened.
package final class CSVFile: Sendable {
  /// The path that means standard input.
  static let standardInput = "-"

  package let path: String
  private let spool = Locked<Spool?>(nil)
  /// Standard input is one for the whole process.
  private static let sharedSpool = Locked<Spool?>(nil)

  private let access: FileAccess

  package init(_ path: String, _ access: FileAccess = .anywhere) {
    self.path = path
    self.access = access
  }

  /// What messages and places call the file.
  package var title: String { isStandardInput ? "<stdin>" : path }

  private var isStandardInput: Bool { path == Self.standardInput || path == "/dev/stdin" }

  /// Throws `fileNotFound`, `notAFile`, `pathNotAllowed` or `fileUnreadable`.
  func open(_ range: Range<Int>? = nil) throws(AugerError) -> FileReader {
    FileReader(try descriptor(), title: title, range)
  }

  /// What can be read from any offset: the file, or the copy of what is none. Throws as `open` does.
  func descriptor() throws(AugerError) -> FileDescriptor {
    if isStandardInput { return try spooled(Self.sharedSpool, 0) }
    if let known = spool.withLock({ $0 }) { return known }
    let opened = try FileDescriptor(path: path, access)
    return opened.isRegular ? opened : try spooled(spool, opened)
  }

  /// What distinguishes one state of the file from another. What can be read only once has one state.
  func version() throws(AugerError) -> String {
    isStandardInput ? "once" : try FileDescriptor.version(ofPath: path) ?? "once"
  }

  private func spooled(_ spool: Locked<Spool?>, _ source: Int32) throws(AugerError) -> Spool {
    try spooled(spool, FileDescriptor(borrowing: source, path: title))
  }

  private func spooled(_ spool: Locked<Spool?>, _ source: FileDescriptor) throws(AugerError) -> Spool {
    // Copied under the lock: two readers must not share out one stream.
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

/// A spool is a file like any other, but for its name.
typealias Spool = FileDescriptor
