import AugerColumns
import AugerQuery
import Foundation

/// What long work has done so far, as one line of a terminal that is standard error. It comes after a second, and goes
/// before anything else is written.
final class ProgressLine: Sendable {
  /// The line that is there; the others writing to the terminal take it away.
  private static let current = Locked<ProgressLine?>(nil)

  private let meter: WorkMeter
  private let began = ContinuousClock.now
  private let task = Locked<Task<Void, Never>?>(nil)
  /// Whether characters stand on the terminal; nil when the work has ended.
  private let isShown = Locked<Bool?>(false)

  private init(_ meter: WorkMeter) { self.meter = meter }

  /// Nil where standard error is no terminal that can take a line back.
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

  /// Takes the line away until it is drawn again.
  static func clear() { current.withLock { $0 }?.erase(isLast: false) }

  /// Takes the line away for good.
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
