import AugerCharts
import AugerColumns

/// Animation frames: one chart at one value after the other, `auger.frames/1`, in one file.
///
/// `{"schema": "auger.frames/1", "step": NAME, "values": [...], "frames": [chart JSON, ...]}`; each frame is chart JSON
/// as it would be by itself (MAKit's time series: guide, "Time-Series Drawing").
package struct ChartFramesJSON: Sendable {
  /// The name in the key `schema`.
  package static let schemaName = "auger.frames/1"

  package init() {}

  /// - Parameters:
  ///   - step: what takes the values: `$hike`.
  ///   - frames: the models in their order, each with its value.
  package func data(step: String, frames: [(value: Scalar, model: ChartModel)]) -> [UInt8] {
    var out = JSONBytes(capacity: 4096 * (frames.count + 1))
    out.raw("{\n\"schema\": ")
    out.string(Self.schemaName)
    out.raw(",\n\"step\": ")
    out.string(step)
    out.raw(",\n\"values\": [")
    for (index, frame) in frames.enumerated() {
      if index > 0 { out.comma() }
      out.argument(frame.value)
    }
    out.raw("],\n\"frames\": [")
    for (index, frame) in frames.enumerated() {
      out.raw(index > 0 ? ",\n" : "\n")
      out.raw(String(decoding: ChartJSON().data(for: frame.model).dropLast(), as: UTF8.self))
    }
    out.raw("\n]}\n")
    return out.bytes
  }
}
