import AugerColumns
import AugerQuery

/// Measures the reading time of a scan, if a meter is present: the elapsed time without the computation on batches.
final class Reading: Sendable {
  private let meter: WorkMeter?
  private let start: ContinuousClock.Instant?
  private let computing = Locked((time: Duration.zero, batches: 0))

  init(_ meter: WorkMeter?) {
    self.meter = meter
    start = meter == nil ? nil : .now
  }

  func beginsComputing(of rows: Int) -> ContinuousClock.Instant? {
    guard let meter else { return nil }
    meter.count(rows: rows)
    return .now
  }

  func endsComputing(since start: ContinuousClock.Instant?) {
    guard let start else { return }
    let time = ContinuousClock.now - start
    computing.withLock { $0 = ($0.time + time, $0.batches + 1) }
  }

  /// Several threads compute batches in parallel, and each of them also reads.
  func end(workers: Int) {
    guard let meter, let start else { return }
    let (time, batches) = computing.withLock { $0 }
    meter.add(ContinuousClock.now - start - time / max(1, min(workers, batches)), to: .read)
  }
}
