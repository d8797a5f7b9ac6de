import AugerColumns

#if Server
  import AugerDiagnostics
  import AugerQuery
  import AugerServer
  import Foundation

  /// The access log: a file or standard output.
  final class AccessFile: Sendable {
    private struct State {
      var file: FileHandle
      /// True if the last line can be incomplete.
      var isTorn = false
    }

    private let state: Locked<State>

    /// Opens the log. Creates a missing file that only its owner can read. Throws `fileUnwritable`.
    init(_ path: String) throws(AugerError) {
      guard path != "-" else {
        state = Locked(State(file: .standardOutput))
        return
      }
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      guard let handle = FileHandle(forWritingAtPath: path), (try? handle.seekToEnd()) != nil else {
        throw AugerError(.fileUnwritable, operation: "open the log of accesses '\(path)'", "it cannot be written")
      }
      state = Locked(State(file: handle))
    }

    /// Appends a line. Throws if it cannot be written, for example because the disk is full or a pipe is closed.
    func write(_ access: Access) throws {
      let line = access.line + [UInt8(ascii: "\n")]
      try state.withLock { state in
        let bytes = state.isTorn ? [UInt8(ascii: "\n")] + line : line
        state.isTorn = true
        try state.file.write(contentsOf: bytes)
        state.isTorn = false
      }
    }
  }
#endif
