extension Column {
  /// The same rows in separate storage, if they are a small part of shared storage. Dictionaries drop unused strings
  /// if most are unused.
  var compacted: Column {
    let newValues: Values =
      switch values {
      case .bool(let bits): .bool(bits.compacted)
      case .int64(let buffer): .int64(buffer.compacted)
      case .float64(let buffer): .float64(buffer.compacted)
      case .decimal64(let buffer): .decimal64(buffer.compacted)
      case .decimal128(let buffer): .decimal128(buffer.compacted)
      case .date(let buffer): .date(buffer.compacted)
      case .timestamp(let buffer): .timestamp(buffer.compacted)
      case .time(let buffer): .time(buffer.compacted)
      case .interval(let buffer): .interval(buffer.compacted)
      case .binary(let buffer): .binary(buffer.compacted)
      case .string(let codes, let dictionary): compacted(codes, dictionary)
      }
    return Column(type, newValues, validity: validity?.compacted)
  }

  private func compacted(_ codes: Codes, _ dictionary: StringDictionary) -> Values {
    guard dictionary.count / 2 > count else {
      return switch codes {
      case .uint8(let buffer): .string(.uint8(buffer.compacted), dictionary)
      case .uint16(let buffer): .string(.uint16(buffer.compacted), dictionary)
      case .uint32(let buffer): .string(.uint32(buffer.compacted), dictionary)
      }
    }
    var builder = StringDictionaryBuilder()
    let new = (0..<count).map { isNull($0) ? 0 : builder.code(for: dictionary.utf8(codes[$0])) }
    return .string(Codes(new, dictionaryCount: builder.count), builder.snapshot())
  }
}

extension Buffer {
  /// The buffer itself, or a copy if it is less than half of its storage.
  fileprivate var compacted: Buffer { storage.count / 2 > count ? Buffer(array) : self }
}

extension Bitmap {
  fileprivate var compacted: Bitmap {
    words.storage.count / 2 > words.count ? Bitmap(words: alignedWords, count: count) : self
  }
}

extension BinaryBuffer {
  fileprivate var compacted: BinaryBuffer {
    guard offsets.storage.count / 2 > offsets.count || bytes.storage.count / 2 > byteCount else { return self }
    return gathered((0..<count).map { Int32(truncatingIfNeeded: $0) })
  }
}
