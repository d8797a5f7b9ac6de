import AugerColumns
import AugerQuery
import Dispatch
import Foundation

/// SIGINT and SIGTERM as a cancellation: what was asked of a database is cancelled, children are ended, what is
/// unfinished is removed, and the command ends with 130 or 143.
final class Interruption: Sendable {
  /// How long a command may take to end; what waits for a pipe that gives nothing never notices.
  static let seconds = 4

  private static let signals = [SIGINT, SIGTERM]

  /// The first signal that came.
  private let received = Locked<Int32?>(nil)

  /// The code to end with; nil where no signal came.
  private var exitCode: Int32? { received.withLock { $0.map { 128 + $0 } } }

  static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
    let interruption = Interruption()
    let task = Task { await work() }
    let sources = signals.map { number in
      // The source gets a signal however it is handled; by default it would end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { interruption.note(number, task) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let code = await task.value
    return interruption.exitCode ?? code
  }

  /// A second signal ends the process at once.
  private func note(_ number: Int32, _ task: Task<Int32, Never>) {
    let isFirst = received.withLock { signal in
      defer { signal = signal ?? number }
      return signal == nil
    }
    guard isFirst else { exit(128 + number) }
    task.cancel()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.seconds)) { exit(128 + number) }
  }
}
