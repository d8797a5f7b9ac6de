extension ChartFramesJSON {
  /// The JSON Schema (2020-12) of animation frames, as `auger schema --of frames` prints it;
  /// `Schemas/auger.frames-1.schema.json` is the same. It refers to the schema of chart JSON by its `$id`.
  package static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "auger.frames-1.schema.json",
      "title": "Auger animation frames, version 1",
      "description": "One chart at one value after the other. Each of frames is chart JSON, in the order of values.",
      "type": "object",
      "required": ["schema", "step", "values", "frames"],
      "properties": {
        "schema": { "const": "auger.frames/1" },
        "step": { "type": "string", "description": "What takes the values: a variable with its $, else a name." },
        "values": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/value" } },
        "frames": { "type": "array", "minItems": 1, "items": { "$ref": "auger.chart-1.schema.json" } }
      },
      "additionalProperties": false,
      "$defs": {
        \#(JSONShapes.value)
      }
    }

    """#
}
