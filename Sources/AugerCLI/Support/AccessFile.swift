#if Server
  import AugerDiagnostics
  import AugerQuery
  import AugerServer
  import Foundation

  /// The log of accesses: a file that is appended to, or standard output.
  final class AccessFile: Sendable {
    private let file: Locked<FileHandle>?

    /// Throws `fileUnwritable`. The file is made if need be, for its owner alone.
    init(_ path: String) throws(AugerError) {
      guard path != "-" else {
        file = nil
        return
      }
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      guard let handle = FileHandle(forWritingAtPath: path), (try? handle.seekToEnd()) != nil else {
        throw AugerError(.fileUnwritable, operation: "open the log of accesses '\(path)'", "it cannot be written")
      }
      file = Locked(handle)
    }

    func write(_ access: Access) {
      let line = access.line + [UInt8(ascii: "\n")]
      guard let file else { return Console.write(line) }
      // A full disk ends no answer; what is lost is the log's own.
      file.withLock { try? $0.write(contentsOf: line) }
    }
  }
#endif
