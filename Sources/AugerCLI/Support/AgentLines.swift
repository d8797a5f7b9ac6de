import AugerAgents
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The message loop of `auger mcp`. It reads one message per line from standard input and answers several at once.
struct AgentLines: Sendable {
  let service: AgentService
  /// The lock of standard output, so that lines do not mix.
  private let output = Locked(())
  /// The running requests by their IDs.
  private let running = Locked<[Name: Task<Void, Never>]>([:])

  /// The maximum number of concurrent requests. Other requests wait in the pipe.
  private static let mostRunning = 32

  init(_ service: AgentService) { self.service = service }

  /// Answers messages until the input ends. Completes all running requests before it returns.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var lines = LineReader()
      var free = Self.mostRunning
      let done = Locked(0)
      while let line = try await lines.next() {
        free += done.withLock { count in
          defer { count = 0 }
          return count
        }
        let envelope = AgentEnvelope(line)
        if let cancelled = envelope.cancelled {
          running.withLock { $0[Name(cancelled)] }?.cancel()
          continue
        }
        while free == 0 {
          try await Task.sleep(for: .milliseconds(2))
          free += done.withLock { count in
            defer { count = 0 }
            return count
          }
        }
        free -= 1
        let task = Task { if let answer = await service.answer(to: line) { write(answer) } }
        if let id = envelope.id { running.withLock { $0[Name(id)] = task } }
        group.addTask {
          await withTaskCancellationHandler {
            await task.value
          } onCancel: {
            task.cancel()
          }
          if let id = envelope.id { running.withLock { if $0[Name(id)] == task { $0[Name(id)] = nil } } }
          done.withLock { $0 += 1 }
        }
      }
    }
  }

  private func write(_ answer: [UInt8]) {
    output.withLock { _ in Console.write(answer + [UInt8(ascii: "\n")]) }
  }
}

/// A reader of the lines of standard input, without line ends.
private struct LineReader {
  private var buffer: [UInt8] = []
  /// The number of bytes in the buffer that are known to contain no line end.
  private var searched = 0
  private var isSkipping = false
  private var isAtEnd = false

  private static let chunk = 1 << 16
  private static let patience: Int32 = 200

  /// Returns the next line that is not empty, or nil at the end. A line that exceeds the maximum message size is cut
  /// off, so that it is not a valid message.
  mutating func next() async throws -> [UInt8]? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        searched = 0
        if isSkipping {
          isSkipping = false
          continue
        }
        if Self.says(line) { return line }
        continue
      }
      searched = buffer.count
      if buffer.count > AgentService.mostBytes {
        let line = buffer
        (buffer, searched) = ([], 0)
        if !isSkipping {
          isSkipping = true
          return line
        }
      }
      if isAtEnd {
        let line = buffer
        (buffer, searched) = ([], 0)
        return !isSkipping && Self.says(line) ? line : nil
      }
      try Task.checkCancellation()
      let more = try await Workers.blocking(RunControl()) {
        try StandardInput.read(atMost: Self.chunk, within: Self.patience)
      }
      guard let more else { continue }
      if more.isEmpty { isAtEnd = true } else { buffer += more }
    }
  }

  private static func says(_ line: [UInt8]) -> Bool { line.contains { $0 > 0x20 } }
}
