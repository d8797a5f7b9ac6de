import AugerColumns
import AugerQuery
import Foundation

/// A progress line on a terminal. It appears after one second and is removed before other output.
final class ProgressLine: Sendable {
  /// The active line. Other output to the terminal removes it.
  private static let current = Locked<ProgressLine?>(nil)

  private let meter: WorkMeter
  private let began = ContinuousClock.now
  private let task = Locked<Task<Void, Never>?>(nil)
  /// True if the line is on the terminal. Nil after the work has ended.
  private let isShown = Locked<Bool?>(false)

  private init(_ meter: WorkMeter) { self.meter = meter }

  /// Starts a line. Returns nil if standard error is not a terminal that can erase a line.
  static func start(_ meter: WorkMeter) -> ProgressLine? {
    guard isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
    let line = ProgressLine(meter)
    current.withLock { $0 = line }
    line.task.withLock {
      $0 = Task.detached { [weak line] in
        try? await Task.sleep(for: .seconds(1))
        while !Task.isCancelled, let drawn = line {
          drawn.draw()
          try? await Task.sleep(for: .milliseconds(250))
        }
      }
    }
    return line
  }

  /// Erases the line until the next update.
  static func clear() { current.withLock { $0 }?.erase(isLast: false) }

  /// Erases the line permanently.
  static func end() { current.withLock { $0 }?.stop() }

  func stop() {
    erase(isLast: true)
    task.withLock { $0?.cancel() }
  }

  private func draw() {
    let seconds = (ContinuousClock.now - began).components.seconds
    isShown.withLock { isShown in
      guard isShown != nil else { return }
      isShown = true
      Self.put("\r" + Self.text(seconds: seconds, rows: meter.rows) + "\u{1B}[K")
    }
  }

  private static func text(seconds: Int64, rows: Int) -> String {
    "auger: \(seconds) s" + (rows > 0 ? ", \(Limit.count(rows)) rows read" : "")
  }

  private func erase(isLast: Bool) {
    isShown.withLock { isShown in
      if isShown == true { Self.put("\r\u{1B}[K") }
      if isShown != nil { isShown = isLast ? nil : false }
    }
  }

  private static func put(_ text: String) { try? FileHandle.standardError.write(contentsOf: Array(text.utf8)) }
}
