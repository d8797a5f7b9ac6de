import AugerColumns

#if Server
  import AugerDiagnostics
  import AugerQuery
  import AugerServer
  import Foundation

  /// The log of accesses: a file that is appended to, or standard output.
  final class AccessFile: Sendable {
    private struct State {
      var file: FileHandle
      /// Whether the last line may not have been written to its end.
      var isTorn = false
    }

    private let state: Locked<State>

    /// Throws `fileUnwritable`. The file is made if need be, for its owner alone.
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

    /// Throws where the line cannot be written: the disk is full, or who reads a pipe has gone.
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
