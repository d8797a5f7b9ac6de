/// What the published schemas have in common, as definitions for their `$defs`.
enum JSONShapes {
  static let index = #""index": { "type": "integer", "minimum": 0 }"#

  static let value = #"""
    "value": {
          "description": "Dates, times and intervals are ISO 8601 or [-]infinity, bytes \\x00ff.",
          "type": ["string", "number", "boolean", "null"]
        }
    """#

  static let warning = #"""
    "warning": {
          "type": "object",
          "required": ["code", "message", "count"],
          "properties": {
            "code": { "type": "string" },
            "message": { "type": "string" },
            "count": { "type": "integer", "minimum": 1 },
            "firstPlace": { "type": "string" }
          },
          "additionalProperties": false
        }
    """#
}
