import AugerColumns
import AugerDiagnostics
import Foundation

/// The snapshot that a job's folder publishes at one moment. It cannot be removed as long as this value exists.
///
/// Other programs resolve the link `current` once and read all files from its target folder. If a file disappears, they
/// start again.
public struct PublishedSnapshot: Sendable {
  /// The folder of the snapshot. Only its `status.json` ever changes.
  public let folder: String
  package let manifest: SnapshotManifest
  private let lock: FileLock

  /// Opens the current snapshot. Nil if nothing is published.
  ///
  /// Throws `snapshotDamaged`, or `fileUnwritable` if the manifest cannot be opened.
  package init?(directory: String) throws {
    // The link may be replaced and its target removed before the folder is locked. Then a newer snapshot exists.
    for _ in 0..<100 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/current") else {
        return nil
      }
      let parts = target.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "snapshots", !parts[1].hasPrefix(".") else {
        throw Self.damaged(directory, "the link 'current' leads to '\(target)', which is not a snapshot")
      }
      let folder = directory + "/" + target
      guard let lock = try FileLock.attempt(folder + "/manifest.json", .shared, makingFile: false),
        let data = FileManager.default.contents(atPath: folder + "/manifest.json")
      else {
        usleep(1000)
        continue
      }
      self.folder = folder
      self.lock = lock
      do {
        manifest = try JSONDecoder().decode(SnapshotManifest.self, from: data)
      } catch {
        throw Self.damaged(folder, "its manifest cannot be read")
      }
      return
    }
    throw Self.damaged(directory, "the link 'current' is broken")
  }

  /// Opens a snapshot by its name, even if it is not current. Nil if it does not exist.
  init?(directory: String, name: String) throws {
    folder = directory + "/snapshots/" + name
    guard let lock = try FileLock.attempt(folder + "/manifest.json", .shared, makingFile: false),
      let data = FileManager.default.contents(atPath: folder + "/manifest.json")
    else { return nil }
    self.lock = lock
    do { manifest = try JSONDecoder().decode(SnapshotManifest.self, from: data) } catch {
      throw Self.damaged(folder, "its manifest cannot be read")
    }
  }

  /// The last component of the folder's path, as recorded in the run history.
  public var name: String { String(folder.split(separator: "/").last ?? "") }

  package var run: Int64 { manifest.run }

  /// The time at which the queries started.
  public var asOf: Timestamp { Timestamp(utcText: manifest.asOf) ?? Timestamp(microseconds: 0) }

  /// The time at which the snapshot was published.
  package var publishedAt: Timestamp { Timestamp(utcText: manifest.publishedAt) ?? asOf }

  /// The paths of the files below `folder`, sorted, without the manifest and the status: `sales/ByRegion.json`.
  public var files: [String] { manifest.files.map(\.path) }

  /// Returns the contents of one of the `files`, verified against the manifest.
  ///
  /// - Throws: `AugerError`: `fileNotFound` for an unknown path, `snapshotDamaged` if the file has changed since its
  ///   publication.
  public func contents(of path: String) throws -> [UInt8] {
    guard let file = manifest.files.first(where: { Name($0.path) == Name(path) }) else {
      throw AugerError(
        .fileNotFound, operation: "read the snapshot '\(folder)'", "it has no file '\(path)'",
        hint: DidYouMean.hint(for: path, among: files, listing: "files"))
    }
    return try contents(of: file)
  }

  private func contents(of file: SnapshotManifest.File) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: folder + "/" + file.path) else {
      throw Self.damaged(folder, "'\(file.path)' is missing")
    }
    let bytes = Array(data)
    guard bytes.count == file.bytes, SnapshotManifest.File.digest(bytes) == file.sha256 else {
      throw Self.damaged(folder, "'\(file.path)' differs from its manifest")
    }
    return bytes
  }

  package func status() throws -> SnapshotStatus {
    guard let data = FileManager.default.contents(atPath: folder + "/status.json"),
      let status = try? JSONDecoder().decode(SnapshotStatus.self, from: data)
    else { throw Self.damaged(folder, "its status cannot be read") }
    return status
  }

  /// Reads every file and compares it with the manifest.
  package func verify() throws {
    for file in manifest.files { _ = try contents(of: file) }
  }

  private static func damaged(_ folder: String, _ message: String) -> AugerError {
    AugerError(.snapshotDamaged, operation: "read the snapshot '\(folder)'", message)
  }
}

extension Diagnostic.Code {
  package static let snapshotDamaged = Self("snapshotDamaged")
}
