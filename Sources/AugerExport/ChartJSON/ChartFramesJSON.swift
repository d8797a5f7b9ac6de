import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Animation frames: one chart for several values in sequence, `auger.frames/1`, in one file.
///
/// `{"schema": "auger.frames/1", "step": NAME, "values": [...], "frames": [chart JSON, ...]}`. Each frame is equal to
/// standalone chart JSON (MAKit's time series: guide, "Time-Series Drawing").
package struct ChartFramesJSON: Sendable {
  /// The value of the key `schema`.
  package static let schemaName = "auger.frames/1"

  /// The JSON Schema (2020-12) of animation frames, as printed by `auger schema --of frames`.
  /// `Schemas/auger.frames-1.schema.json` is identical. It refers to the schema of chart JSON by its `$id`.
  package static let schema = Frames.fields.schema.published(
    as: "auger.frames-1", title: "Auger animation frames, version 1",
    description: "Animation frames: one chart at several values. Each frame is chart JSON, in the order of values.",
    definitions: [.valueShape])

  package init() {}

  /// - Parameters:
  ///   - step: The target of the values: `$hike`.
  ///   - frames: The values with their models, in sequence.
  package func data(step: String, frames: [(value: Scalar, model: ChartModel)]) -> [UInt8] {
    var writer = FieldWriter(out: JSONBytes(capacity: 4096 * (frames.count + 1)))
    Frames.fields.write(Frames(step: step, frames: frames), &writer)
    writer.out.raw("\n")
    return writer.out.bytes
  }
}

private struct Frames {
  var step: String
  let frames: [(value: Scalar, model: ChartModel)]

  static let fields = FieldTable<Frames>(hasLines: true, closing: "}") {
    JSONField("schema", ["const": .text(ChartFramesJSON.schemaName)]) { $1.out.string(ChartFramesJSON.schemaName) }
    JSONField("step", \.step, .text).note(
      .second("The target of the values: a variable with $, or the name of a filter or an argument."))
    JSONField("values", .array(of: .ref("value"), atLeast: 1)) { frames, writer in
      writer.line(frames.frames.indices) { $0.out.argument(frames.frames[$1].value) }
    }
    JSONField("frames", .array(of: ["$ref": "auger.chart-1.schema.json"], atLeast: 1)) { frames, writer in
      writer.out.raw("[")
      for (index, frame) in frames.frames.enumerated() {
        writer.out.raw(index > 0 ? ",\n" : "\n")
        writer.out.append(ChartJSON().object(of: frame.model))
      }
      writer.out.raw("\n]")
    }
  }
}
