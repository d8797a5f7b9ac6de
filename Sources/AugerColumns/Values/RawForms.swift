import AugerDiagnostics

// The conversions of the standard library that trap on NaN and on numbers beyond a type.
//
// A declaration of a module hides one of the standard library with the same signature, so these replace the trapping
// conversions in every file that imports this module. They are total, and they are deprecated: warnings are errors, so
// the compiler rejects each use. `RawFormTests` requires the import where a file could use them.

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
