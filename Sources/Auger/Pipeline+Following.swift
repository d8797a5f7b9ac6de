import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerMetadata
import AugerQuery

/// A chart, or why there is none, with the place at which it was asked for.
public struct PlacedChart: Sendable {
  /// Where the exploration was.
  public let place: Exploration
  /// The chart there; a place that is impossible is a failure, and the next may be possible again.
  public let chart: Result<ChartModel, any Error>
}

extension Pipeline {
  /// The charts of an item while its exploration moves: one for each place that stays long enough to be computed.
  ///
  /// The latest place wins. A place that comes while the chart of the one before is computed cancels it, in the
  /// database
  /// too, and a caller that reads slowly skips what has been replaced; the chart of the last place always comes. The
  /// sequence ends after it, and ending the iteration cancels what is being computed.
  public func charts<Places>(
    _ name: String, of dashboard: Dashboard, following places: Places
  ) -> AsyncStream<PlacedChart>
  where Places: AsyncSequence & Sendable, Places.Element == Exploration, Places.Failure == Never {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let follower = Task {
        let work = Locked<Task<Void, Never>?>(nil)
        await withTaskCancellationHandler {
          for await place in places {
            let before = work.withLock { $0 }
            before?.cancel()
            let next = Task {
              // One at a time, so that no chart comes after that of a later place.
              await before?.value
              let chart = await result { try await self.chart(name, of: dashboard, at: place) }
              if !Task.isCancelled { continuation.yield(PlacedChart(place: place, chart: chart)) }
            }
            work.withLock { $0 = next }
            if Task.isCancelled { next.cancel() }
          }
          await work.withLock { $0 }?.value
        } onCancel: {
          work.withLock { $0?.cancel() }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in follower.cancel() }
    }
  }
}

private func result<Success: Sendable>(
  _ body: @Sendable () async throws -> Success
) async -> Result<Success, any Error> {
  do { return .success(try await body()) } catch { return .failure(error) }
}
