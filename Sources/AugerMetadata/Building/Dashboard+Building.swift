import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

extension Dashboard {
  /// Creates a dashboard from its parts. Without a layout, the items are arranged one below the other.
  ///
  /// ```swift
  /// let sales = Dashboard("sales", title: "Sales") {
  ///   Filter("Product", query: "Sales")
  ///   DrillDownGroup("Resellers", query: "Sales", type: .column) {
  ///     ChartDefinition("Regions", category: "Region", values: .sum("Amount")).filtered(by: "Product")
  ///     ChartDefinition("Countries", category: "Country", values: .sum("Amount")).filtered(by: "Product")
  ///   }
  /// }
  /// ```
  ///
  /// It equals the dashboard that is read from the same description in XML, YAML, JSON or a property list. Problems
  /// are reported by ``validate()``, and when an item is computed.
  ///
  /// - Parameters:
  ///   - name: The name in workspaces and URLs.
  ///   - title: The title above the dashboard. Default: the name.
  ///   - theme: The name of a theme. Default: the renderer chooses.
  ///   - content: The filters, the variables and the items.
  public init(
    _ name: String, title: String? = nil, theme: String? = nil,
    @ListBuilder<any DashboardPart> content: () -> [any DashboardPart]
  ) {
    var root = MetadataNode("Dashboard", ["Name": name, "Title": title, "Theme": theme])
    for part in content().map(\.node) {
      switch part.name {
      case "Filter": root.append([part], to: "Filters")
      case "Variable": root.append([part], to: "Variables")
      default: root.children.append(part)
      }
    }
    self.init(root, name: name)
  }

  /// Reads a tree of the dashboard language. Problems become the findings of the dashboard.
  package init(_ root: MetadataNode, name: String) {
    let description = MetadataVocabulary.roots.first { $0.name.isSame(as: root.name) }
    let tree = root.tree(as: description, of: name)
    let collector = DiagnosticCollector()
    self = MetadataReader.read(tree, reporting: collector)?.dashboard ?? Dashboard(name: name, items: [])
    self.name = name
    findings = collector.inOrder.filter { $0.level != .note }
  }

  /// The findings that prevent the use of the dashboard.
  var errors: [Diagnostic] { findings.filter { $0.level == .error } }

  /// Validates the dashboard: names, expressions, sequences and references between its parts.
  ///
  /// A dashboard that was read from a file or a string is already valid. Names of queries and columns are not checked,
  /// because they depend on the data.
  ///
  /// - Throws: `AugerError` with the codes of the dashboard language, such as `metadataObjectUndefined`.
  public func validate() throws(AugerError) {
    if !errors.isEmpty { throw AugerError(DiagnosticError(errors)) }
  }

  /// Throws the errors of a dashboard in Swift, for each function that uses it first.
  package func checkFindings() throws(DiagnosticError) {
    if !errors.isEmpty { throw DiagnosticError(errors) }
  }
}

// MARK: Layout

/// The position and size of an item in a layout, in percent of the page or in points.
public struct ItemFrame: Sendable, Hashable {
  package var left: Double
  package var top: Double
  package var width: Double
  package var height: Double

  /// Creates the frame of an item.
  ///
  /// - Parameters:
  ///   - left: The distance from the left edge.
  ///   - top: The distance from the top edge.
  ///   - width: The width.
  ///   - height: The height.
  public init(left: Double, top: Double, width: Double, height: Double) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }
}

extension Dashboard {
  /// The form of a page.
  public enum Orientation: String, Sendable, Hashable, CaseIterable { case landscape, portrait }

  /// The unit of the frames of a layout.
  public enum LayoutScale: String, Sendable, Hashable, CaseIterable {
    /// Percent of the width or height of the page.
    case percentage = "Percentage"
    case points = "Points"
  }

  /// Returns a copy with the positions of its items. Items without a frame follow below the others.
  ///
  /// ```swift
  /// sales.layout(.landscape, frames: [
  ///   "Regions": ItemFrame(left: 0, top: 0, width: 50, height: 100),
  ///   "Trend": ItemFrame(left: 50, top: 0, width: 50, height: 100),
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - orientation: The form of the page. Without a layout for a form, that of the other one is used.
  ///   - scale: The unit of the frames, for both orientations.
  ///   - contentWidth: The width of the content in points. Default: the width of the page.
  ///   - contentHeight: The height of the content in points. Default: the height of the page.
  ///   - frames: The frames by the names of the items.
  public func layout(
    _ orientation: Orientation, scale: LayoutScale = .percentage, contentWidth: Double? = nil,
    contentHeight: Double? = nil, frames: KeyValuePairs<String, ItemFrame>
  ) -> Dashboard {
    guard let tree else { return self }
    let whole = MetadataNode(tree)
    let isWhole = whole.name.isSame(as: MetadataVocabulary.mobileAnalytic.name)
    var root = isWhole ? whole : MetadataNode(MetadataVocabulary.mobileAnalytic.name)
    if !isWhole {
      let isDashboard = whole.name.isSame(as: MetadataVocabulary.dashboard.name)
      root.children = [isDashboard ? whole : MetadataNode(MetadataVocabulary.dashboard.name, children: [whole])]
    }
    let name = MetadataVocabulary.dashboardLayout.name
    var layout = root.children.first { $0.name.isSame(as: name) } ?? MetadataNode(name)
    layout["Scale"] = scale.rawValue
    layout.replace(
      with: MetadataNode(
        orientation == .landscape ? "Landscape" : "Portrait",
        [
          "ContentWidth": contentWidth.map(NumberText.shortest),
          "ContentHeight": contentHeight.map(NumberText.shortest),
        ], children: frames.map { MetadataNode($0, frame: $1) }))
    root.replace(with: layout)
    return Dashboard(root, name: self.name)
  }
}

extension MetadataNode {
  fileprivate init(_ name: String, frame: ItemFrame) {
    self.init(
      "Layout",
      [
        "Name": name, "Left": NumberText.shortest(frame.left), "Top": NumberText.shortest(frame.top),
        "Width": NumberText.shortest(frame.width), "Height": NumberText.shortest(frame.height),
      ])
  }
}
