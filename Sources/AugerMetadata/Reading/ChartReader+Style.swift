import AugerCharts
import AugerDiagnostics
import AugerDocuments

extension ChartReader {
  /// Reads row labels, row heights, tail marks and the like.
  func style(_ reader: NodeReader) -> ChartStyle {
    var style = ChartStyle()
    style.levelLabels = reader.choice("LevelLabels", of: ChartStyle.LevelLabels.self)
    style.rowHeight = reader.length("RowHeight", from: 1)
    style.rowSpacing = reader.length("RowSpacing", from: 0)
    style.minDisplayValue = reader.number("MinDisplayValue")
    style.tailMarks = reader.choice("TailMarks", of: ChartStyle.TailMarks.self)
    style.isThumbnail = reader.truth("Thumbnail") ?? false
    return style
  }

  /// Reports style attributes that a chart of its type does not show.
  func checkStyle(_ reader: NodeReader, _ category: AttributedNode?, _ type: ChartType, isZooming: Bool) {
    if reader.description.name.isSame(as: "Layer") {
      for attribute in MetadataVocabulary.styleAttributes {
        reader.useless(attribute.name, "an overlay draws its layers in one way")
      }
      return
    }
    if !isZooming, category?["Grains"] == nil {
      reader.useless("LevelLabels", "a chart without zooming levels has one row of labels")
    } else if !type.has(.axes) {
      reader.useless("LevelLabels", "a \(type.rawValue) chart has no axis for labels")
    }
    if !type.has(.lying) {
      let reason = "the categories of a \(type.rawValue) chart are not rows"
      for name in ["RowHeight", "RowSpacing"] { reader.useless(name, reason) }
    }
    let stacking = reader.node["Stacking"].flatMap { Stacking(rawValue: $0.trimmed) } ?? type.kind.stacking
    if type.has(.stacks), stacking != .none {
      reader.useless("MinDisplayValue", "a stack without its small parts has a wrong total")
    } else if type.isDisjoint(with: [.categories, .items]) {
      reader.useless("MinDisplayValue", "a \(type.rawValue) chart draws all of its values")
    }
    if !type.has(.joined) || type.has(.stacks) {
      reader.useless("TailMarks", "only the lines of Line, StepLine and Spline charts have ends")
    }
    if type.has(.table) || type.has(.links) {
      reader.useless("Thumbnail", "a \(type.rawValue) chart has no marks that remain readable")
    }
  }
}

extension NodeReader {
  /// Reads a length in points, up to 1000.
  fileprivate func length(_ name: String, from least: Double) -> Double? {
    guard let length = number(name) else { return nil }
    if (least...1000).contains(length) { return length }
    if let attribute = attribute(name) { reject(attribute, "a number of points from \(Int(clamping: least)) to 1000") }
    return nil
  }
}
