import AugerColumns
import AugerDiagnostics

/// The required properties for the values of a `numeric` without declaration. They are only widened.
struct NumericFacts: Hashable, Sendable {
  /// The number of digits after and before the decimal point.
  var scale = 0
  var wholeDigits = 0
  /// True if a value is NaN, infinite, or needs more than 38 digits.
  var isText = false

  mutating func merge(_ other: NumericFacts) {
    scale = max(scale, other.scale)
    wholeDigits = max(wholeDigits, other.wholeDigits)
    isText = isText || other.isText
  }

  /// Returns the column type for values of this shape.
  func type(_ shape: ValueForm.NumericShape) -> DataType {
    if isText { return .string }
    switch shape {
    case .fixed(let precision, let scale): return .decimal(precision: precision, scale: scale)
    case .free: return scale + wholeDigits <= 38 ? .decimal(precision: 38, scale: scale) : .string
    }
  }
}

/// A column of `numeric` values: an exact decimal while all values fit one, and strings from the first that does not.
final class NumericSink: WireSink {
  private let shape: ValueForm.NumericShape
  private var facts: NumericFacts
  private var validity = ValidityBuilder()
  /// The values of a declared decimal with at most 18 digits.
  private var narrow: [Int64] = []
  private var wide: [Int128] = []
  /// The scale of each value, for undeclared decimals.
  private var scales: [UInt8] = []
  private var texts: TextSink?

  init(_ shape: ValueForm.NumericShape, _ facts: NumericFacts) {
    self.shape = shape
    self.facts = facts
    if facts.type(shape) == .string { texts = TextSink(.plain, isUnchecked: false) }
  }

  override var type: DataType { facts.type(shape) }
  override var numericFacts: NumericFacts? { facts }
  override var byteCount: Int { narrow.count * 8 + wide.count * 16 + scales.count + (texts?.byteCount ?? 0) }

  override func append(_ stage: WireStage, _ column: Int) throws {
    try unsafe stage.forEach(column) { field in
      let number = try unsafe WireNumeric(field)
      if texts == nil { take(number) } else { texts?.append(number.description) }
    } null: {
      takeNull()
    }
  }

  private func takeNull() {
    if let texts { return texts.append(nil) }
    switch shape {
    case .fixed(let precision, _) where precision <= 18: narrow.append(0)
    case .fixed: wide.append(0)
    case .free:
      wide.append(0)
      scales.append(0)
    }
    validity.appendNull()
  }

  private func take(_ number: WireNumeric) {
    switch shape {
    case .fixed(let precision, let scale):
      guard let value = number.unscaled(scale), value.magnitude < Decimal128.powersOfTen[precision].magnitude else {
        return widen(number.description)
      }
      if precision <= 18 { narrow.append(Int64(truncatingIfNeeded: value)) } else { wide.append(value) }
    case .free:
      let scale = number.scale
      guard scale <= 38, let value = number.unscaled(scale) else { return widen(number.description) }
      facts.merge(NumericFacts(scale: scale, wholeDigits: number.wholeDigits))
      guard facts.type(shape) != .string else { return widen(number.description) }
      wide.append(value)
      scales.append(UInt8(scale))
    }
    validity.appendPresent()
  }

  /// Converts the previous values to strings with their original digits.
  private func widen(_ text: String) {
    facts.isText = true
    let sink = TextSink(.plain, isUnchecked: false)
    let present = validity.finish()
    for row in 0..<max(narrow.count, wide.count) {
      if let present, !present[row] {
        sink.append(nil)
        continue
      }
      let value =
        switch shape {
        case .fixed(let precision, let scale):
          Decimal128(unscaled: precision <= 18 ? Int128(narrow[row]) : wide[row], scale: scale)
        case .free: Decimal128(unscaled: wide[row], scale: Int(scales[row]))
        }
      sink.append(value.description)
    }
    (narrow, wide, scales) = ([], [], [])
    sink.append(text)
    texts = sink
  }

  override func finish() -> Column {
    if let texts { return texts.finish() }
    defer { (narrow, wide, scales) = ([], [], []) }
    let present = validity.finish()
    switch shape {
    case .fixed(let precision, _) where precision <= 18:
      return Column(type, .decimal64(Buffer(narrow)), validity: present)
    case .fixed: break
    case .free:
      // In range: at most 38 digits before and after the decimal point together.
      for row in wide.indices where Int(scales[row]) < facts.scale {
        wide[row] &*= Decimal128.powersOfTen[facts.scale - Int(scales[row])]
      }
    }
    return Column(type, .decimal128(Buffer(wide)), validity: present)
  }
}

/// A `numeric` in transmission format: digits in base 10,000, most significant first.
@safe struct WireNumeric {
  private let field: UnsafeRawBufferPointer
  private let count: Int
  /// The exponent in base 10,000 of the first digit.
  private let weight: Int
  private let sign: UInt16
  /// The number of displayed digits after the decimal point.
  let scale: Int

  init(_ field: UnsafeRawBufferPointer) throws {
    guard field.count >= 8 else { throw WireStage.malformed() }
    // Sound: the header has 8 bytes, which are present. The number of digits is checked against the length below.
    count = unsafe Int(UInt16(bigEndian: field.loadUnaligned(fromByteOffset: 0, as: UInt16.self)))
    weight = unsafe Int(Int16(bigEndian: field.loadUnaligned(fromByteOffset: 2, as: Int16.self)))
    sign = unsafe UInt16(bigEndian: field.loadUnaligned(fromByteOffset: 4, as: UInt16.self))
    scale = unsafe Int(UInt16(bigEndian: field.loadUnaligned(fromByteOffset: 6, as: UInt16.self)))
    guard field.count == 8 + 2 * count else { throw WireStage.malformed() }
    unsafe self.field = field
  }

  private var isFinite: Bool { sign == 0 || sign == 0x4000 }

  private func digit(_ index: Int) -> UInt16 {
    // Sound: index < count, and the field contains that number of digits after its header.
    unsafe UInt16(bigEndian: field.loadUnaligned(fromByteOffset: 8 + 2 * index, as: UInt16.self))
  }

  /// The number of digits before the decimal point, without leading zeros.
  var wholeDigits: Int {
    guard count > 0, weight >= 0 else { return 0 }
    let first = digit(0)
    return weight * 4 + (first >= 1000 ? 4 : first >= 100 ? 3 : first >= 10 ? 2 : 1)
  }

  /// Returns the value times 10^scale. Nil if it is not finite, has digits that exceed the scale, or needs more than
  /// 38 digits.
  ///
  /// Arithmetic wraps, but never does for valid data.
  func unscaled(_ scale: Int) -> Int128? {
    guard isFinite else { return nil }
    guard count > 0 else { return 0 }
    guard wholeDigits + scale <= 38 else { return nil }
    // The decimal exponent of the last digit.
    let exponent = 4 * (weight - count + 1) + scale
    var magnitude: Int128
    if count <= 4 {
      var small: Int64 = 0
      for index in 0..<count { small = small * 10_000 + Int64(digit(index)) }
      magnitude = Int128(small)
    } else {
      guard exponent > -4 else { return nil }
      magnitude = 0
      // Only zeros of the last digit may exceed the scale. 38 digits and 3 zeros could overflow before the division.
      for index in 0..<count - 1 { magnitude = magnitude &* 10_000 &+ Int128(digit(index)) }
      if exponent < 0 {
        let power = Decimal128.powersOfTen[-exponent]
        let last = Int128(digit(count - 1))
        guard last % power == 0 else { return nil }
        magnitude = magnitude &* Decimal128.powersOfTen[4 + exponent] &+ last / power
        return sign == 0x4000 ? -magnitude : magnitude
      }
      magnitude = magnitude &* 10_000 &+ Int128(digit(count - 1))
    }
    if exponent > 0 {
      magnitude &*= Decimal128.powersOfTen[exponent]
    } else if exponent < 0 {
      guard exponent >= -38 else { return nil }
      let power = Decimal128.powersOfTen[-exponent]
      guard magnitude % power == 0 else { return nil }
      magnitude /= power
    }
    return sign == 0x4000 ? -magnitude : magnitude
  }

  /// The number in the server's notation.
  var description: String {
    switch sign {
    case 0xC000: return "NaN"
    case 0xD000: return "Infinity"
    case 0xF000: return "-Infinity"
    default: break
    }
    var text: [UInt8] = sign == 0x4000 ? [UInt8(ascii: "-")] : []
    let four = { (power: Int) -> [UInt8] in
      let index = self.weight - power
      let value = index >= 0 && index < self.count ? self.digit(index) : 0
      return [1000, 100, 10, 1].map { UInt8(value / $0 % 10) + 0x30 }
    }
    if weight < 0 {
      text.append(0x30)
    } else {
      text += four(weight).drop { $0 == 0x30 }
      for power in stride(from: weight - 1, through: 0, by: -1) { text += four(power) }
      if text.last == UInt8(ascii: "-") || text.isEmpty { text.append(0x30) }
    }
    if scale > 0 {
      text.append(UInt8(ascii: "."))
      var fraction: [UInt8] = []
      var power = -1
      while fraction.count < scale {
        fraction += four(power)
        power -= 1
      }
      text += fraction.prefix(scale)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
