import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerMetadata
import AugerQuery

/// A chart or its error, with the state for which it was requested.
public struct PlacedChart: Sendable {
  /// The requested state.
  public let place: Exploration
  /// The chart in this state. An invalid state is a failure, and the next state may be valid again.
  public let chart: Result<ChartModel, any Error>
}

extension Pipeline {
  /// Returns the charts of an item while its state changes: one for each state that remains current until its chart is
  /// computed.
  ///
  /// The latest state takes precedence. A new state cancels the computation for the previous one, including its
  /// database queries. A slow reader skips replaced charts, but the chart of the last state is always delivered. The
  /// sequence ends after it. Ending the iteration cancels the computation.
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
              // Compute one chart at a time, so that none is delivered after the chart of a later state.
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
