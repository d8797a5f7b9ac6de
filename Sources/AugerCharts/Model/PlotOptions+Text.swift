import AugerColumns

// Reads plot options in the syntax of metadata.
extension PlotOptions {
  /// The options that are a string each.
  package enum Part: String, Sendable, CaseIterable {
    case legendPosition, bubbleScale, largestBubble, orientation, stacks, protrusion, protrudingSlices, selectedAngle
    case startAngle, crosshair

    /// The expected syntax, for messages: `a number ...`.
    package var expectation: String {
      switch self {
      case .legendPosition: Self.list(LegendPosition.allCases.map(\.rawValue))
      case .bubbleScale: "a positive number of square points, as in '0.5'"
      case .largestBubble: "a diameter in points from 1 to 1000, as in '60'"
      case .orientation: Self.list(Orientation.allCases.map(\.rawValue))
      case .stacks: "names of series, with commas in a stack and semicolons between stacks, as in 'A, B; C, D'"
      case .protrusion: "a length in points from 0 to 100, as in '10'"
      case .protrudingSlices: "names of slices with commas between them"
      case .selectedAngle, .startAngle: "an angle in degrees from -360 to 360, as in '90'"
      case .crosshair: Self.list(Crosshair.allCases.map(\.rawValue))
      }
    }

    private static func list(_ words: [String]) -> String {
      words.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(words.last ?? "")'"
    }

    /// Returns true if charts of a type can show the option.
    package func applies(to type: ChartType) -> Bool {
      switch self {
      case .legendPosition: type.has(.legend)
      case .bubbleScale, .largestBubble: type.has(.sizes)
      case .orientation: type.has(.turns)
      case .stacks: type.has(.stacks) && !type.has(.joined)
      case .protrusion, .protrudingSlices, .selectedAngle, .startAngle: type.has(.slices)
      case .crosshair: type.has(.categories) || type.has(.spread)
      }
    }

    /// True if the option still applies to a layer of an overlay.
    package var appliesToLayers: Bool { self == .stacks }
  }

  /// Sets an option from its string. Returns false and changes nothing if the string is invalid.
  package mutating func set(_ part: Part, _ text: String) -> Bool {
    let text = AxisOptions.trimmed(text)
    let number = AxisOptions.point(text)?.doubleValue
    func names(_ text: Substring) -> [String] {
      text.split(separator: ",").map { AxisOptions.trimmed(String($0)) }.filter { !$0.isEmpty }
    }
    func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
      type.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    }
    switch part {
    case .legendPosition:
      guard let position = word(LegendPosition.self) else { return false }
      legendPosition = position
    case .bubbleScale:
      guard let number, number > 0 else { return false }
      bubbleScale = number
    case .largestBubble:
      guard let number, (1...1000).contains(number) else { return false }
      largestBubble = number
    case .orientation:
      guard let orientation = word(Orientation.self) else { return false }
      self.orientation = orientation
    case .stacks:
      let stacks = text.split(separator: ";").map(names).filter { !$0.isEmpty }
      guard !stacks.isEmpty else { return false }
      self.stacks = stacks
    case .protrusion:
      guard let number, (0...Self.mostProtrusion).contains(number) else { return false }
      protrusion = number
    case .protrudingSlices:
      let slices = names(text[...])
      guard !slices.isEmpty else { return false }
      protrudingSlices = slices
    case .selectedAngle:
      guard let number, number.magnitude <= 360 else { return false }
      selectedAngle = number
    case .startAngle:
      guard let number, number.magnitude <= 360 else { return false }
      startAngle = number
    case .crosshair:
      guard let crosshair = word(Crosshair.self) else { return false }
      self.crosshair = crosshair
    }
    return true
  }
}
