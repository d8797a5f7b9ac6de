import Foundation

/// `AugerSample DIRECTORY` writes the sample data.
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 1, let directory = arguments.first, !directory.hasPrefix("-") else {
      complain("usage: AugerSample DIRECTORY\nWrites sales.csv and shop.sqlite, the sample data of Auger.")
    }
    let files = SampleFiles(directory: directory)
    let retailer = SampleRetailer()
    do {
      try files.write(retailer)
    } catch {
      let reason = (error as? SampleError)?.description ?? error.localizedDescription
      complain("error: cannot write the sample to '\(directory)': \(reason)")
    }
    print("\(SampleRetailer.name): \(retailer.lines.count) order lines, 2021 to 2024")
    print("  \(files.csv.relativePath)")
    print(
      "  \(files.database.relativePath) with \(retailer.products.count) products",
      "and \(retailer.resellers.count) resellers")
  }

  private static func complain(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
  }
}
