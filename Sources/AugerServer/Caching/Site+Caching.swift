import Auger
import AugerDiagnostics
import Foundation
import HTTPTypes

/// How long a browser and the caches before it may keep an answer: the values of `Cache-Control` that the server sends
/// (RFC 9111, 5.2.2).
enum CacheControl {
  /// Not at all: it differs from moment to moment.
  case never
  /// Until it has changed, which is asked each time. A cache that callers share may keep it if everyone sees the same.
  case untilChanged(isShared: Bool)
  case seconds(Int64)
  /// Its address never means another.
  case forever

  var field: String {
    switch self {
    case .never: "no-store"
    case .untilChanged(let isShared): isShared ? "no-cache" : "private, no-cache"
    case .seconds(let seconds): "public, max-age=\(seconds)"
    case .forever: "public, max-age=31536000, immutable"
    }
  }
}

extension HTTPFields {
  mutating func setCaching(_ control: CacheControl) { self[.cacheControl] = control.field }
}

extension Site {
  /// The last word on whether bytes are what a caller has: equal for equal servers, and no help in guessing content.
  func etag(of bytes: [UInt8], for entitlement: Entitlement, _ parts: String...) -> String {
    var hash = KeyedHash(key: key)
    for part in [entitlement.identity] + parts { hash.update(Array("\(part.utf8.count):\(part)".utf8)) }
    hash.update(bytes)
    return "\"" + Data(hash.code.prefix(15)).base64EncodedString() + "\""
  }

  /// Whether a list of `If-None-Match` has an ETag; comparison is weak (RFC 9110, 13.1.2).
  static func matches(_ condition: String, _ etag: String) -> Bool {
    if condition == etag { return true }
    return condition.split(separator: ",").contains { part in
      let tag = part.drop { $0 == " " }
      return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).prefix { $0 != " " } == etag
    }
  }

  /// The answer to a caller who has what `fields` describe; nil for others.
  static func notModified(_ request: SiteRequest, _ fields: HTTPFields) -> SiteResponse? {
    guard let condition = request.fields[.ifNoneMatch], let tag = fields[.eTag], matches(condition, tag) else {
      return nil
    }
    return SiteResponse(.notModified, fields: fields)
  }
}
