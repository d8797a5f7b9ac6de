#if canImport(SwiftUI) && canImport(Charts)
  import Auger
  import SwiftUI

  /// A SwiftUI view of a drilldown group: a tap shows the next chart, and a button returns to the previous one.
  ///
  /// The states are the history of the view. The chart is computed again whenever the last state changes.
  struct DrilldownView: View {
    let group: String
    let pipeline: Pipeline
    @State private var state: DashboardState
    @State private var history: [DashboardState] = []
    @State private var chart: ChartModel?
    @State private var problem: String?

    init(_ group: String, of dashboard: Dashboard, from pipeline: Pipeline) {
      self.group = group
      self.pipeline = pipeline
      _state = State(initialValue: dashboard.initialState)
    }

    var body: some View {
      VStack {
        if let problem { Text(problem).foregroundStyle(.red) }
        if let chart { SwiftChartView(chart) { move(.drillDown(in: group, to: $0)) } }
        Button("Back") { state = history.popLast() ?? state }.disabled(history.isEmpty)
      }
      .task(id: state) { await load() }
    }

    private func load() async {
      do {
        chart = try await pipeline.chart(group, in: state)
        problem = nil
      } catch {
        // A newer state cancels the chart of the previous one, which is not a problem.
        if error.code != .cancelled { problem = error.message }
      }
    }

    private func move(_ move: Move) {
      do {
        let next = try state.applying(move)
        history.append(state)
        state = next
      } catch {
        problem = error.message
      }
    }
  }
#endif
