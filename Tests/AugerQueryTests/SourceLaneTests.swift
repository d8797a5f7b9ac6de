import AugerColumns
import AugerDiagnostics
import AugerQuery
import Dispatch
import Testing

/// Calls that cannot be interrupted, such as a read from a disk that does not respond.
@Suite(.timeLimit(.minutes(1))) struct SourceLaneTests {
  private static func lane(_ name: String) -> SourceLane {
    SourceLane.of(SourceConfiguration(name: name, location: "/\(name)"))
  }

  /// Blocks until the semaphore has a signal.
  private static func ask(
    _ lane: SourceLane, waitingFor answer: DispatchSemaphore, limit: Duration = .milliseconds(10)
  ) async -> Diagnostic.Code? {
    do {
      try await Workers.blocking(RunControl(timeLimit: limit), on: [lane]) { answer.wait() }
      return nil
    } catch { return (error as? AugerError)?.code }
  }

  @Test func callThatDoesNotReturnIsAbandoned() async throws {
    let (hanging, other, answer) = (Self.lane("hanging"), Self.lane("other"), DispatchSemaphore(value: 0))
    let begun = Locked(0)
    let calls = (0..<SourceLane.most).map { _ in
      Task {
        try await Workers.blocking(RunControl(), on: [hanging]) {
          begun.withLock { $0 += 1 }
          answer.wait()
        }
      }
    }
    // A call that is cancelled before it starts never runs and blocks no thread.
    while begun.withLock({ $0 }) < SourceLane.most { try await Task.sleep(for: .milliseconds(1)) }
    for call in calls { call.cancel() }
    for call in calls { await #expect(throws: AugerError.self) { try await call.value } }
    #expect(hanging.leftBehind == SourceLane.most)
    // Additional calls to this source fail at once. Other sources and the end of the process do not wait for it.
    #expect(await Self.ask(hanging, waitingFor: answer, limit: .seconds(3600)) == .sourceNotResponding)
    #expect(try await Workers.blocking(RunControl(), on: [other]) { 42 } == 42)
    await Workers.ended(within: .seconds(60))
    for _ in calls { answer.signal() }
    while hanging.leftBehind > 0 { await Task.yield() }
    answer.signal()
    #expect(await Self.ask(hanging, waitingFor: answer, limit: .seconds(60)) == nil)
  }

  @Test func cancelledCallIsAbandoned() async throws {
    let (lane, answer, control) = (Self.lane("cancelled"), DispatchSemaphore(value: 0), RunControl())
    let task = Task { try await Workers.blocking(control, on: [lane]) { answer.wait() } }
    task.cancel()
    await #expect(throws: AugerError.self) { try await task.value }
    answer.signal()
    while lane.leftBehind > 0 { await Task.yield() }
  }

  /// More abandoned calls than there are worker threads: each abandoned thread is replaced.
  @Test func abandonedThreadsAreReplaced() async throws {
    let answer = DispatchSemaphore(value: 0)
    let lanes = (0..<20).map { Self.lane("lane \($0)") }
    await withTaskGroup(of: Void.self) { group in
      for lane in lanes {
        for _ in 0..<SourceLane.most { group.addTask { _ = await Self.ask(lane, waitingFor: answer) } }
      }
    }
    #expect(try await Workers.blocking(RunControl()) { 42 } == 42)
    for _ in 0..<lanes.count * SourceLane.most { answer.signal() }
    while lanes.contains(where: { $0.leftBehind > 0 }) { await Task.yield() }
  }
}
