import AugerCharts
import AugerColumns

/// Describes a chart in words, for readers who cannot see it.
enum ChartDescription {
  static func title(_ model: ChartModel) -> String {
    model.title.isEmpty ? (model.name.isEmpty ? "\(model.type.rawValue) chart" : model.name) : model.title
  }

  static func text(_ channels: ChartChannels) -> String {
    let model = channels.model
    if let table = model.table { return "Table of \(table.rowCount) rows and \(table.columns.count) columns." }
    if let graph = model.graph {
      return "Graph of \(count(model.categoryCount, "node", "nodes")) and \(count(graph.count, "link", "links"))."
    }
    var text = "\(name(model.type)). "
    let level = model.levels[model.visibleLevel]
    if let items = model.items {
      text += count(items.count, "item", "items")
    } else {
      text += count(level.count, "category", "categories")
    }
    if !level.title.isEmpty { text += " (\(level.title))" }
    if model.seriesColumn != nil {
      text += ", \(count(model.series.count, "series", "series"))"
      if !model.seriesTitle.isEmpty { text += " (\(model.seriesTitle))" }
      text += ": " + channels.seriesLabels.prefix(8).joined(separator: ", ")
      if channels.seriesCount > 8 { text += ", …" }
    }
    text += "."
    if !model.context.isEmpty { text += " \(model.context.text)." }
    let parts = [
      channels.partInView, channels.window.horizontal.map { WindowTracks.text($0, "horizontal") },
      channels.window.vertical.map { WindowTracks.text($0, "vertical") },
    ]
    for part in parts.compactMap(\.self) { text += " \(part)." }
    if let note = channels.given.incompletePeriodText, channels.incompleteCategory != nil { text += " \(note)." }
    if !model.multiples.isEmpty {
      text += " \(count(model.multiples.count, "small chart", "small charts")): "
      text += model.multiples.prefix(8).map(\.model.title).joined(separator: ", ")
      text += model.multiples.count > 8 ? ", …." : "."
    }
    if let outliers = model.outliers, outliers.count > 0 {
      text += " \(count(outliers.count, "value", "values")) beyond the whiskers."
    }
    let values = model.layers.isEmpty ? Self.values(channels) : Self.layers(channels)
    return ([text] + (values.isEmpty ? ["No values."] : values)).joined(separator: " ")
  }

  /// Returns the range of each layer's values, in the layer's own format.
  private static func layers(_ channels: ChartChannels) -> [String] {
    channels.given.layers.indices.flatMap { number in
      let layer = ChartChannels(layer: number, of: channels)
      let title = channels.given.layers[number].title
      guard layer.seriesCount > 0, let range = range(layer, 0, title.isEmpty ? "Values" : title) else {
        return [String]()
      }
      return [range]
    }
  }

  private static func values(_ channels: ChartChannels) -> [String] {
    channels.model.dimensions.indices.compactMap { dimension in
      let title = channels.model.dimensions[dimension].title
      return range(channels, dimension, title.isEmpty ? "Values" : title)
    }
  }

  /// Returns nil without values.
  private static func range(_ channels: ChartChannels, _ dimension: Int, _ title: String) -> String? {
    let model = channels.model
    guard let extent = (model.items.map { $0.values[dimension].drawnDoubles } ?? channels.values[dimension]).extent
    else { return nil }
    func written(_ value: Double) -> String { model.dimensions[dimension].readableText(value, model.locale) }
    return "\(title) from \(written(extent.lower)) to \(written(extent.upper))."
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }

  /// Converts `StackedColumn` to words: "Stacked column". Abbreviations do not change.
  private static func words(_ name: String) -> String {
    if name.allSatisfy(\.isUppercase) { return name }
    return name.enumerated().map { $0 > 0 && $1.isUppercase ? " " + $1.lowercased() : String($1) }.joined()
  }

  private static func name(_ type: ChartType) -> String { type.kind.title ?? words(type.rawValue) + " chart" }
}

extension ChartModel {
  /// The chart in a few sentences: its type, its size, its content, and the range of its values.
  package var inWords: String { ChartDescription.text(ChartChannels(self)) }
}
