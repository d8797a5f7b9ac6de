/// Arrays of C strings that are valid during a call.
package enum CStrings {
  /// Calls `body` with the strings, null pointers for nil, and a final null pointer.
  package static func with<R>(
    _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> R
  ) rethrows -> R {
    // Sound: one buffer holds all null-terminated strings, and does not move while the pointers into it are used.
    var bytes: [CChar] = []
    var offsets: [Int?] = []
    for string in strings {
      offsets.append(string == nil ? nil : bytes.count)
      if let string { bytes += string.utf8CString }
    }
    bytes.append(0)
    return try unsafe bytes.withUnsafeBufferPointer { buffer in
      var pointers: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
        unsafe offset.flatMap { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } }
      }
      unsafe pointers.append(nil)
      return try unsafe pointers.withUnsafeBufferPointer { pointers in try unsafe body(pointers.baseAddress) }
    }
  }

  package static func with<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> R
  ) rethrows -> R { try unsafe with(strings.map { Optional($0) }, body) }
}
