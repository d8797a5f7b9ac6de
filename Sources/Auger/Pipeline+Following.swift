import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A chart or its error, with the state for which it was requested.
public struct ChartUpdate: Sendable {
  /// The requested state.
  public let state: DashboardState
  /// The chart in this state, or the reason why it could not be computed. The next state may be valid again.
  public let result: Result<ChartModel, AugerError>
}

/// A chart or its error, with the state for which it was requested.
package struct PlacedChart: Sendable {
  package let place: Exploration
  package let chart: Result<ChartModel, any Error>
}

extension Pipeline {
  /// Returns the charts of an item while its state changes: one for each state that remains current until its chart is
  /// computed.
  ///
  /// The latest state takes precedence. A new state cancels the computation for the previous one, including its
  /// database queries. A slow reader skips replaced charts, but the chart of the last state is always delivered. The
  /// sequence ends after it. Ending the iteration cancels the computation.
  public func charts<States: AsyncSequence<DashboardState, Never> & Sendable>(
    _ name: String, following states: States
  ) -> AsyncStream<ChartUpdate> {
    updates(following: states) { state in
      ChartUpdate(state: state, result: await result(name, in: state))
    }
  }

  package func charts<Places: AsyncSequence<Exploration, Never> & Sendable>(
    _ name: String, of dashboard: Dashboard, following places: Places
  ) -> AsyncStream<PlacedChart> {
    updates(following: places) { place in
      let found = await result(name, in: DashboardState(dashboard, place))
      return PlacedChart(place: place, chart: found.mapError { $0 })
    }
  }

  private func result(_ name: String, in state: DashboardState) async -> Result<ChartModel, AugerError> {
    do throws(AugerError) { return .success(try await chart(name, in: state)) } catch { return .failure(error) }
  }

  private func updates<Places: AsyncSequence & Sendable, Update: Sendable>(
    following places: Places, _ update: @escaping @Sendable (Places.Element) async -> Update
  ) -> AsyncStream<Update> where Places.Element: Sendable, Places.Failure == Never {
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
              let update = await update(place)
              if !Task.isCancelled { continuation.yield(update) }
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
