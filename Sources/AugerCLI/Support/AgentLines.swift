import AugerAgents
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Messages of agents, a line each, from standard input to standard output: several are answered at the same time.
struct AgentLines: Sendable {
  let service: AgentService
  /// What is written; one line at a time.
  private let output = Locked(())
  /// The work of requests that are being answered, by their ids as they are written.
  private let running = Locked<[Name: Task<Void, Never>]>([:])

  /// Requests that are answered at the same time; further ones wait in the pipe.
  private static let mostRunning = 32

  init(_ service: AgentService) { self.service = service }

  /// Answers until the input ends; what was asked before is answered first.
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

/// Lines of standard input, without their ends.
private struct LineReader {
  private var buffer: [UInt8] = []
  /// What of the buffer has no line end.
  private var searched = 0
  private var isSkipping = false
  private var isAtEnd = false

  private static let chunk = 1 << 16
  private static let patience: Int32 = 200

  /// The next line that says something; nil at the end. A line that is longer than a message may be is cut, which no
  /// message is.
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
