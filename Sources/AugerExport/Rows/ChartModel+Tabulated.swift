import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Returns the chart as a table for CSV, TSV and text: the displayed values in display order.
  ///
  /// Each category of the current level is a row, preceded by the categories of the coarser levels. Each series is a
  /// column with its label as heading. Without series, each value is a column. With several series and several values,
  /// headings are `VALUE - SERIES`. Each data item or link is a row, and a data grid is its own table. Values are exact
  /// and unformatted.
  package func tabulated() -> Table {
    guard multiples.isEmpty else { return tabulatedMultiples() }
    var columns: [(name: String, column: Column)]
    if let table {
      columns = table.columns.map { ($0.title, $0.cells) }
    } else if let items {
      columns = [(levels[visibleLevel].title, items.category)]
      if seriesColumn != nil {
        columns.append((seriesTitle, Column(items.series.map { series[Int($0)].text })))
      }
      columns += zip(dimensions, items.values).map { ($0.title, $1) }
    } else if let graph {
      columns = linkColumns(graph)
    } else {
      columns = categoryColumns
      let width = levels[visibleLevel].count
      for (dimension, cells) in zip(dimensions, cellsInView) {
        for (index, series) in series.enumerated() {
          columns.append((heading(series, dimension), cells[index * width..<(index + 1) * width]))
        }
      }
    }
    let fields = columns.map { Field($0.name, $0.column.type) }
    return Table(Schema(fields), columns.map(\.column), warnings: Warnings(warnings))
  }

  /// Returns the visible part of `tabulated()`: without hidden series, and with the categories of the visible range.
  ///
  /// Items have numeric positions instead of categories, so that all of them are included. Small multiples, grids and
  /// graphs are complete.
  package func tabulatedInView() -> Table {
    let whole = tabulated()
    guard multiples.isEmpty, table == nil, graph == nil,
      !state.hiddenSeries.isEmpty || state.horizontalRange != nil
        || state.verticalRange != nil
    else { return whole }
    if let items {
      let rows = items.series.indices.filter { !state.isHidden(series: Int(items.series[$0])) }
      return whole.gathered(rows.map { Int32(truncatingIfNeeded: $0) })
    }
    let leading = whole.columns.count - dimensions.count * series.count
    let kept = whole.columns.indices.filter { $0 < leading || !state.isHidden(series: ($0 - leading) % series.count) }
    let shown = Table(
      Schema(kept.map { whole.schema[$0] }), kept.map { whole.columns[$0] }, warnings: whole.warnings)
    guard let categories = VisibleWindow(self).categories(of: shown.rowCount) else { return shown }
    return shown.gathered(categories.map { Int32(truncatingIfNeeded: $0) })
  }

  /// Returns the rows of all small multiples in sequence, with the common columns first.
  private func tabulatedMultiples() -> Table {
    let parts = multiples.map { $0.model.tabulated() }
    let names = multiples.indices.flatMap { index in
      [String](repeating: multiples[index].model.title, count: parts[index].rowCount)
    }
    var columns = [Column(names)]
    for (index, column) in parts[0].columns.enumerated() {
      let scalars = parts.flatMap { $0.columns[index].scalars }
      let type = parts.map(\.columns[index].type).reduce(column.type) { $0.common(with: $1) ?? .string }
      columns.append(
        (try? Column(type, scalars.map { $0.converted(to: type) ?? $0 })) ?? Column(scalars.map(\.description)))
    }
    let fields =
      [Field(multiplesTitle, .string)]
      + zip(parts[0].schema.names, columns.dropFirst()).map {
        Field($0, $1.type)
      }
    return Table(Schema(fields), columns, warnings: Warnings(warnings))
  }

  /// Returns a row for each link, and a row with only a source for each node without links.
  private func linkColumns(_ graph: ChartGraph) -> [(name: String, column: Column)] {
    var isLinked = [Bool](repeating: false, count: categoryCount)
    for node in graph.sources + graph.targets { isLinked[Int(node)] = true }
    let alone = isLinked.indices.filter { !isLinked[$0] }.map { Int32(truncatingIfNeeded: $0) }
    let none = alone.map { _ in Int32(-1) }
    let nodes = levels[0].values
    var columns = [
      (graph.sourceTitle, nodes.gathered(graph.sources + alone)),
      (graph.targetTitle, nodes.gathered(graph.targets + none)),
    ]
    if seriesColumn != nil {
      columns.append(
        (seriesTitle, Column(graph.series.map { Optional(series[Int($0)].text) } + none.map { _ in nil })))
    }
    let rows = (0..<graph.count).map { Int32(truncatingIfNeeded: $0) } + none
    columns.append((graph.weight.title, graph.weight.cells.gathered(rows)))
    return columns
  }

  /// The categories of the current level, preceded by their ancestors.
  private var categoryColumns: [(name: String, column: Column)] {
    var columns: [(name: String, column: Column)] = []
    var ancestors = (0..<levels[visibleLevel].count).map { Int32(truncatingIfNeeded: $0) }
    for (index, level) in levels.enumerated().dropFirst(visibleLevel) {
      if index > visibleLevel {
        guard let first = level.firstChild, let last = level.lastChild else { break }
        var parents = [Int32](repeating: -1, count: levels[index - 1].count)
        for category in first.indices where first[category] <= last[category] {
          for child in first[category]...last[category] {
            parents[Int(child)] = Int32(truncatingIfNeeded: category)
          }
        }
        ancestors = ancestors.map { $0 < 0 ? -1 : parents[Int($0)] }
      }
      columns.insert((level.title, level.writtenValues.gathered(ancestors)), at: 0)
    }
    return columns
  }

  private func heading(_ series: ChartLabel, _ dimension: ValueDimension) -> String {
    guard seriesColumn != nil else { return dimension.title }
    return dimensions.count > 1 ? "\(dimension.title) - \(series.shownLabel)" : series.shownLabel
  }
}

extension CategoryLevel {
  /// The values, converted to strings if one of the categories combines others and has only a label.
  fileprivate var writtenValues: Column {
    guard let other else { return values }
    return Column(values.scalars.enumerated().map { $0 == other ? labels[other] : values.type.text(of: $1) })
  }
}

extension ChartLabel {
  /// The label, or a dash for the series without a value.
  var shownLabel: String { text.isEmpty ? "–" : text }
}
