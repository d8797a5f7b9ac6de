import ArgumentParser

/// How much memory results may take.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How large a result, and what it is made of, may grow in memory: 500kB, 256MB, 2GB, of 1024.",
      valueName: "size"))
  var memoryLimit: ByteSize?

  /// In bytes; nil: as much as there is.
  var limit: Int? { memoryLimit?.bytes }
}

/// A number of bytes as people write it: `4096`, `500kB`, `256MB`, `2GB`.
struct ByteSize: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    let units = [("kb", 10), ("mb", 20), ("gb", 30), ("b", 0), ("", 0)]
    let text = argument.lowercased()
    guard let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
      let number = Int(text.dropLast(unit.count)), number >= 0, number <= Int.max >> shift
    else { return nil }
    bytes = number << shift
  }
}
