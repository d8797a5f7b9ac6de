import AugerColumns
import AugerQuery

/// The memory of downloads in progress: tables whose text is created as clients receive it.
///
/// Clients determine how long a download lasts. All downloads together may use half of the memory of the server, so
/// that slow ones leave the rest to other requests.
final class Downloads: Sendable {
  private let held = Locked(0)

  var bytes: Int { held.withLock { $0 } }

  /// Counts a download until the result is released. Throws `lowMemory` if the limit is reached.
  func hold(_ bytes: Int, of memory: MemoryBudget?) throws(AugerError) -> Hold {
    let share = MemoryShare(of: memory)
    if let memory {
      let isWithin = held.withLock { held in
        guard held + bytes <= memory.limit / 2 else { return false }
        held += bytes
        return true
      }
      guard isWithin else { throw memory.refusal }
    } else {
      held.withLock { $0 += bytes }
    }
    let hold = Hold(self, bytes, share)
    try share.hold(bytes)
    return hold
  }

  /// The memory of one download. It is released with the last reference.
  final class Hold: Sendable {
    private let downloads: Downloads
    private let bytes: Int
    private let share: MemoryShare

    fileprivate init(_ downloads: Downloads, _ bytes: Int, _ share: MemoryShare) {
      self.downloads = downloads
      self.bytes = bytes
      self.share = share
    }

    deinit { downloads.held.withLock { $0 -= bytes } }
  }
}
