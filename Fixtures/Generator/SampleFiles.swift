import Foundation

/// Writes the sample to a folder: `sales.csv` and `shop.sqlite`.
package struct SampleFiles {
  package let csv: URL
  package let database: URL

  package init(directory: String) {
    let folder = URL(fileURLWithPath: directory, isDirectory: true)
    csv = folder.appendingPathComponent("sales.csv")
    database = folder.appendingPathComponent("shop.sqlite")
  }

  /// Creates the folder if necessary. Each file is written under another name and then moved, so that an interrupted
  /// run leaves no incomplete file.
  package func write(_ retailer: SampleRetailer) throws {
    let files = FileManager.default
    try files.createDirectory(at: csv.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(SampleCSV.text(of: retailer).utf8).write(to: csv, options: .atomic)
    let unfinished = database.appendingPathExtension("unfinished")
    if files.fileExists(atPath: unfinished.path) { try files.removeItem(at: unfinished) }
    try SampleDatabase.write(retailer, to: unfinished.path)
    if files.fileExists(atPath: database.path) { try files.removeItem(at: database) }
    try files.moveItem(at: unfinished, to: database)
  }
}
