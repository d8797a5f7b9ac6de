import AugerCharts
import AugerColumns
import AugerDiagnostics

/// SVG text under construction. It formats numbers, strings and elements.
package struct SVGBytes {
  private(set) var bytes: [UInt8] = []
  /// True if marks have `data-` attributes that identify them.
  var namesMarks = true

  init(capacity: Int = 16_384) { bytes.reserveCapacity(capacity) }

  /// Appends markup unchanged.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends existing markup.
  mutating func raw(_ markup: [UInt8]) { bytes += markup }

  /// Appends text or an attribute value. Characters that are invalid in XML 1.0 become U+FFFD.
  mutating func escaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22: raw("&quot;")
      case 0x0A, 0x0D, 0x09: bytes.append(0x20)
      case 0..<0x20, 0xFFFE, 0xFFFF: raw("\u{FFFD}")
      case 0x20..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends a number with at most two decimals, without an exponent and without negative zero. Coordinates are limited
  /// to a range that exceeds every picture.
  mutating func number(_ value: Double) {
    let scaled = (value * 100).rounded()
    let hundredths = scaled.isNaN ? 400_000_000 : min(400_000_000, UInt32(clamping: scaled.magnitude))
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    integer(hundredths / 100)
    let fraction = UInt8(truncatingIfNeeded: hundredths % 100)
    if fraction == 0 { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(0x30 + fraction / 10)
    if fraction % 10 != 0 { bytes.append(0x30 + fraction % 10) }
  }

  /// Writes digits from the left. Divisions by constants are cheap.
  mutating func integer(_ value: UInt32) {
    if value >= 10_000 {
      if value >= 100_000 {
        integer(value / 100_000)
        bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 10_000 % 10))
      } else {
        bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 10_000))
      }
    }
    if value >= 1000 { bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 1000 % 10)) }
    if value >= 100 { bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 100 % 10)) }
    if value >= 10 { bytes.append(0x30 + UInt8(truncatingIfNeeded: value / 10 % 10)) }
    bytes.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  // Attributes with a preceding space.

  package mutating func attribute(_ name: String, _ value: Double) {
    open(name)
    number(value)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func attribute(_ name: String, index: Int) {
    if !namesMarks, name.hasPrefix("data-") { return }
    open(name)
    integer(UInt32(clamping: index))
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func attribute(_ name: String, _ value: String) {
    open(name)
    escaped(value)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func attribute(_ name: String, _ color: Theme.Color) { attribute(name, color.description) }

  private mutating func open(_ name: String) {
    bytes.append(UInt8(ascii: " "))
    raw(name)
    bytes.append(UInt8(ascii: "="))
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a path command and its point.
  mutating func point(_ command: String, _ x: Double, _ y: Double) {
    raw(command)
    point(x, y)
  }

  /// Appends `x,y` of a path.
  mutating func point(_ x: Double, _ y: Double) {
    number(x)
    bytes.append(UInt8(ascii: ","))
    number(y)
  }
}

extension SVGBytes {
  /// Appends `<rect` without its end, so that attributes can be added.
  mutating func beginRect(_ frame: ChartFrame) {
    raw("<rect x=\"")
    number(frame.x)
    raw("\" y=\"")
    number(frame.y)
    raw("\" width=\"")
    number(frame.width)
    raw("\" height=\"")
    number(frame.height)
    raw("\"")
  }

  mutating func rect(_ frame: ChartFrame, fill: Theme.Color, opacity: Double = 1, radius: Double = 0) {
    beginRect(frame)
    if radius > 0 { attribute("rx", radius) }
    attribute("fill", fill)
    if opacity < 1 { attribute("fill-opacity", opacity) }
    raw("/>\n")
  }

  /// Appends a border inside of a frame.
  mutating func border(_ frame: ChartFrame, _ color: Theme.Color) {
    beginRect(frame.inset(top: 0.5, left: 0.5, bottom: 0.5, right: 0.5))
    raw(" fill=\"none\"")
    attribute("stroke", color)
    raw("/>\n")
  }

  mutating func beginLine(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    raw("<line")
    attribute("x1", x1)
    attribute("y1", y1)
    attribute("x2", x2)
    attribute("y2", y2)
  }

  package mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: Theme.Color? = nil) {
    beginLine(x1, y1, x2, y2)
    if let stroke { attribute("stroke", stroke) }
    raw("/>\n")
  }

  package mutating func beginCircle(_ x: Double, _ y: Double, _ radius: Double) {
    raw("<circle")
    attribute("cx", x)
    attribute("cy", y)
    attribute("r", radius)
  }

  mutating func beginGroup(
    _ name: String? = nil, fill: Theme.Color? = nil, stroke: Theme.Color? = nil, font: ThemeStyle.Font? = nil
  ) {
    raw("<g")
    if let name { attribute("class", name) }
    if let fill { attribute("fill", fill) }
    if let stroke { attribute("stroke", stroke) }
    self.font(font)
    raw(">\n")
  }

  /// Appends the tooltip of the preceding element, with its lines.
  mutating func title(_ text: String?) {
    guard let text else { return }
    raw("<title>")
    for (index, line) in text.split(separator: "\n").enumerated() {
      if index > 0 { raw("\n") }
      escaped(String(line))
    }
    raw("</title>")
  }

  /// Ends an element with an optional tooltip and no other content.
  mutating func finish(_ element: String, title text: String?) {
    guard let text else { return raw("/>\n") }
    raw(">")
    title(text)
    raw("</")
    raw(element)
    raw(">\n")
  }

  enum Anchor: String { case start, middle, end }

  /// Appends a line of text; `y` is its baseline.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Double? = nil, fill: Theme.Color? = nil,
    isBold: Bool = false, angle: Double = 0, title: String? = nil
  ) {
    raw("<text")
    attribute("x", x)
    attribute("y", y)
    if anchor != .start { attribute("text-anchor", anchor.rawValue) }
    if let size { attribute("font-size", size) }
    if isBold { attribute("font-weight", "bold") }
    if let fill { attribute("fill", fill) }
    if angle != 0 {
      raw(" transform=\"rotate(")
      number(angle)
      raw(" ")
      number(x)
      raw(" ")
      number(y)
      raw(")\"")
    }
    raw(">")
    escaped(text)
    self.title(title)
    raw("</text>\n")
  }
}
