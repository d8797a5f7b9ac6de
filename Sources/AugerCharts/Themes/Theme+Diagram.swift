extension Theme {
  /// The colors and text sizes of influence diagrams, which replace those of charts. Nil uses the theme's general ones.
  package struct Diagram: Sendable, Hashable {
    /// The background of the diagram.
    package var background: Color?
    /// The lines between nodes.
    package var link: Color?
    /// The names of nodes, their targets and previous values.
    package var label: Color?
    /// The values of nodes.
    package var value: Color?
    /// The nodes, and the filled part of round nodes and dials.
    package var fill: Color?
    /// The number of alerts.
    package var alert: Color?
    /// The text sizes in points.
    package var labelSize: Double?
    package var valueSize: Double?

    package init() {}

    /// The keys of the colors in theme files.
    package static var colors: [(key: String, property: WritableKeyPath<Theme, Color?>)] {
      [
        ("diagramBackground", \.diagram.background), ("diagramLink", \.diagram.link),
        ("diagramLabel", \.diagram.label), ("diagramValue", \.diagram.value), ("diagramFill", \.diagram.fill),
        ("diagramAlert", \.diagram.alert),
      ]
    }

    /// The keys of the text sizes in theme files.
    package static var sizes: [(key: String, property: WritableKeyPath<Theme, Double?>)] {
      [("diagramLabelSize", \.diagram.labelSize), ("diagramValueSize", \.diagram.valueSize)]
    }
  }
}
