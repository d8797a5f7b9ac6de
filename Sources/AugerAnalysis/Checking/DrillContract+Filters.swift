import AugerMetadata

extension DrillContract {
  /// The cycles in which filters depend on each other, without duplicates. Each starts at its first filter in dashboard
  /// order and contains the location of each reference.
  var filterCycles: [[NameReference]] {
    var cycles: [[NameReference]] = []
    // 0: not visited, 1: in progress, 2: done.
    var marks = [Int](repeating: 0, count: dashboard.filters.count)
    var way: [Int] = []
    func index(_ name: String) -> Int? { dashboard.filters.firstIndex { $0.name.isSame(as: name) } }
    func visit(_ filter: Int) {
      marks[filter] = 1
      way.append(filter)
      for reference in dashboard.filters[filter].dependsOn {
        guard let next = index(reference.name) else { continue }
        if marks[next] == 0 { visit(next) }
        guard marks[next] == 1, let start = way.firstIndex(of: next) else { continue }
        let loop = way[start...].map { NameReference(dashboard.filters[$0].name, at: dashboard.filters[$0].place) }
        cycles.append(loop + [reference])
      }
      way.removeLast()
      marks[filter] = 2
    }
    for filter in dashboard.filters.indices where marks[filter] == 0 { visit(filter) }
    return cycles
  }
}
