import AugerColumns
import AugerQuery
import Dispatch
import Foundation

/// Cancels a command on SIGINT or SIGTERM. Cancellation stops queries and child processes and removes unfinished files.
/// The exit code is 130 or 143.
final class Interruption: Sendable {
  /// The maximum time for cancellation. A command that waits for a silent pipe does not notice it.
  static let seconds = 4

  private static let signals = [SIGINT, SIGTERM]

  /// The first received signal.
  private let received = Locked<Int32?>(nil)

  /// The exit code of the first signal. Nil if no signal was received.
  private var exitCode: Int32? { received.withLock { $0.map { 128 + $0 } } }

  static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
    let interruption = Interruption()
    let task = Task { await work() }
    let sources = signals.map { number in
      // The source receives the signal even if it is ignored. Without this handler, the signal would end the process.
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

  /// Cancels the task on the first signal. Exits at once on the second.
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
