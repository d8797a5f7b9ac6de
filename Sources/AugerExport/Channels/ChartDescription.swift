import AugerCharts
import AugerColumns

/// Describes a chart in words, for readers who cannot see it.
enum ChartDescription {
  static func title(_ model: ChartModel) -> String {
    model.title.isEmpty ? (model.name.isEmpty ? model.locale.texts[model.type.kind.title] : model.name) : model.title
  }

  static func text(_ channels: ChartChannels) -> String {
    let model = channels.model
    let texts = model.locale.texts
    if let content = model.content { return content.spoken }
    if let table = model.table {
      return texts.text(.spokenTable, ["rows": "\(table.rowCount)", "columns": "\(table.columns.count)"])
    }
    if let graph = model.graph {
      let nodes = texts.text(.nodeCount, count: model.categoryCount)
      return texts.text(.spokenGraph, ["nodes": nodes, "links": texts.text(.linkCount, count: graph.count)])
    }
    var text = "\(texts[model.type.kind.title]). "
    let level = model.levels[model.visibleLevel]
    if let items = model.items {
      text += texts.text(.itemCount, count: items.count)
    } else {
      text += texts.text(.categoryCount, count: level.count)
    }
    if !level.title.isEmpty { text += " (\(level.title))" }
    if model.seriesColumn != nil {
      text += ", \(texts.text(.seriesCount, count: model.series.count))"
      if !model.seriesTitle.isEmpty { text += " (\(model.seriesTitle))" }
      text += ": " + channels.seriesLabels.prefix(8).joined(separator: ", ")
      if channels.seriesCount > 8 { text += ", …" }
    }
    text += "."
    if !model.context.isEmpty { text += " \(model.context.text)." }
    let parts = [
      channels.partInView, channels.window.horizontal.map { WindowTracks.text($0, .horizontalInView, texts) },
      channels.window.vertical.map { WindowTracks.text($0, .verticalInView, texts) },
    ]
    for part in parts.compactMap(\.self) { text += " \(part)." }
    if let note = channels.given.incompletePeriodText, channels.incompleteCategory != nil { text += " \(note)." }
    if !model.multiples.isEmpty {
      text += " \(texts.text(.multipleCount, count: model.multiples.count)): "
      text += model.multiples.prefix(8).map(\.model.title).joined(separator: ", ")
      text += model.multiples.count > 8 ? ", …." : "."
      return ([text] + multiples(channels)).joined(separator: " ")
    }
    if let outliers = model.outliers, outliers.count > 0 {
      text += " \(texts.text(.outsideWhiskers, count: outliers.count))"
    }
    let values = model.layers.isEmpty ? Self.values(channels) : Self.layers(channels)
    let notes = channels.given.markup.map(\.text).filter { !$0.isEmpty }
    let marked = notes.isEmpty ? [] : [texts.text(.spokenMarkup, ["texts": notes.joined(separator: "; ")])]
    let spoken = values.isEmpty ? ["\(texts[.noValues])."] : values
    return ([text] + spoken + summary(channels.given) + marked).joined(separator: " ")
  }

  /// Returns the values of an overlay's summary: those of the whole, and of the author's ranges.
  private static func summary(_ model: ChartModel) -> [String] {
    guard !model.layers.isEmpty else { return [] }
    let titles = model.summaryTitles
    return ([model.summaryOfWhole].compactMap(\.self) + model.summariesOfRanges).map { item in
      let values = zip(titles, item.texts).prefix(8).map { "\($0) \($1)" }
      return "\(item.title): " + values.joined(separator: ", ") + (item.texts.count > 8 ? ", …" : ".")
    }
  }

  /// Returns the range of each layer's values, in the layer's own format.
  private static func layers(_ channels: ChartChannels) -> [String] {
    channels.given.layers.indices.flatMap { number in
      let layer = ChartChannels(layer: number, of: channels)
      let title = channels.given.layers[number].title
      guard layer.seriesCount > 0,
        let range = range(layer, 0, title.isEmpty ? channels.model.locale.texts[.spokenValues] : title)
      else {
        return [String]()
      }
      return [range]
    }
  }

  private static func values(_ channels: ChartChannels) -> [String] {
    channels.model.dimensions.indices.compactMap { dimension in
      let title = channels.model.dimensions[dimension].title
      return range(channels, dimension, title.isEmpty ? channels.model.locale.texts[.spokenValues] : title)
    }
  }

  /// Returns the range of each value in each small multiple. The chart of all rows, which is not drawn, has others.
  private static func multiples(_ channels: ChartChannels) -> [String] {
    let texts = channels.model.locale.texts
    let shown = channels.model.multiples.prefix(8).flatMap { multiple in
      let own = ChartChannels(multiple.model)
      return own.model.dimensions.indices.compactMap { dimension -> String? in
        let title = own.model.dimensions[dimension].title
        let name = title.isEmpty ? texts[.spokenValues] : title
        return range(own, dimension, "\(multiple.model.title), \(name)")
      }
    }
    return shown.isEmpty ? ["\(texts[.noValues])."] : shown
  }

  /// Returns nil without values.
  private static func range(_ channels: ChartChannels, _ dimension: Int, _ title: String) -> String? {
    let model = channels.model
    guard let extent = (model.items.map { $0.values[dimension].drawnDoubles } ?? channels.values[dimension]).extent
    else { return nil }
    func written(_ value: Double) -> String { model.dimensions[dimension].readableText(value, model.locale) }
    return model.locale.texts.text(
      .spokenRange, ["title": title, "lower": written(extent.lower), "upper": written(extent.upper)])
  }
}

extension ChartModel {
  /// The chart in a few sentences: its type, its size, its content, and the range of its values.
  package var inWords: String { ChartDescription.text(ChartChannels(self)) }
}

extension ChartModel {
  /// The title and the description of the chart for readers who cannot see it.
  package var spoken: (title: String, text: String) {
    (ChartDescription.title(self), ChartDescription.text(ChartChannels(self)))
  }
}
