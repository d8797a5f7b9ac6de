import AugerDiagnostics

// Replacements for conversions of the standard library that trap on NaN and on numbers out of range.
//
// A declaration in a module hides one of the standard library with the same signature. These declarations therefore
// replace the trapping conversions in every file that imports this module. They never trap, and they are deprecated.
// Since warnings are errors, the compiler rejects each use. `RawFormTests` requires the import in every file that
// could use them.

extension Int {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int8 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int16 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int32 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int64 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int128 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt8 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt128 {
  @available(*, deprecated, message: "use init(clamping:), which accepts every number")
  package init(_ value: Double) { self.init(clamping: value) }
}
