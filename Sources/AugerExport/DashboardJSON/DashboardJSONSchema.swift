extension DashboardJSON {
  /// The JSON Schema (2020-12) of dashboard JSON, as `auger schema --of dashboard` prints it;
  /// `Schemas/auger.dashboard-1.schema.json` is the same.
  package static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "auger.dashboard-1.schema.json",
      "title": "Auger dashboard JSON, version 1",
      "description": "A dashboard at a place: items, layouts, controls and filters. Its charts are chart JSON.",
      "type": "object",
      "required": ["schema", "dashboard", "items", "layouts", "variables", "panels", "filters", "whatIf", "warnings"],
      "properties": {
        "schema": { "const": "auger.dashboard/1" },
        "dashboard": {
          "type": "object",
          "required": ["name", "title", "address"],
          "properties": {
            "name": { "type": "string" },
            "title": { "type": "string" },
            "address": { "type": "string", "description": "Of the exploration; empty at the start." }
          },
          "additionalProperties": false
        },
        "items": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "title", "kind"],
            "properties": {
              "name": { "type": "string" },
              "title": { "type": "string" },
              "kind": {
                "enum": ["Chart", "DrillDownGroup", "OverlayGroup", "TreeMapGroup", "DataGrid", "DAPanel", "Diagram"]
              },
              "chart": { "type": "string", "description": "The chart in view: the level that was drilled to." },
              "breadcrumb": { "type": "array", "items": { "type": "string" } }
            },
            "additionalProperties": false
          }
        },
        "layouts": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["orientation", "width", "height", "frames"],
            "properties": {
              "orientation": { "enum": ["landscape", "portrait"] },
              "width": { "type": "number" },
              "height": { "type": "number" },
              "frames": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["item", "x", "y", "width", "height"],
                  "properties": {
                    "item": { "type": "string", "description": "The name of an item; of two, the first." },
                    "x": { "type": "number" },
                    "y": { "type": "number" },
                    "width": { "type": "number" },
                    "height": { "type": "number" }
                  },
                  "additionalProperties": false
                }
              }
            },
            "additionalProperties": false
          }
        },
        "variables": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["variable", "title", "kind", "type", "value", "start"],
            "properties": {
              "variable": { "type": "string", "description": "Without its $." },
              "title": { "type": "string" },
              "kind": { "enum": ["slider", "picker", "switch", "date"] },
              "type": { "enum": ["integer", "float", "boolean", "date", "datetime", "enum"] },
              "value": { "$ref": "#/$defs/value" },
              "start": { "$ref": "#/$defs/value" },
              "minimum": { "$ref": "#/$defs/value" },
              "maximum": { "$ref": "#/$defs/value" },
              "step": { "type": "number" },
              "decimals": { "$ref": "#/$defs/index" },
              "choices": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["value", "label"],
                  "properties": { "value": { "$ref": "#/$defs/value" }, "label": { "type": "string" } },
                  "additionalProperties": false
                }
              }
            },
            "additionalProperties": false
          }
        },
        "panels": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "title", "variables"],
            "properties": {
              "name": { "type": "string" },
              "title": { "type": "string" },
              "variables": { "type": "array", "items": { "type": "string" } }
            },
            "additionalProperties": false
          }
        },
        "filters": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "title", "kind"],
            "oneOf": [{ "required": ["choices"] }, { "required": ["lower", "upper"] }],
            "properties": {
              "name": { "type": "string" },
              "title": { "type": "string" },
              "kind": { "enum": ["picklist", "range"] },
              "choices": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["value", "label", "count"],
                  "properties": {
                    "value": { "$ref": "#/$defs/value" },
                    "label": { "type": "string" },
                    "count": { "$ref": "#/$defs/index" },
                    "picked": { "const": true },
                    "missing": { "const": true, "description": "Picked, and not in the data any more." }
                  },
                  "additionalProperties": false
                }
              },
              "lower": { "$ref": "#/$defs/value" },
              "upper": { "$ref": "#/$defs/value" },
              "pickedLower": { "$ref": "#/$defs/value" },
              "pickedUpper": { "$ref": "#/$defs/value" }
            },
            "additionalProperties": false
          }
        },
        "whatIf": {
          "type": "array",
          "description": "Columns of charts' data that may be changed; an exploration's ITEM.whatif.COLUMN.",
          "items": {
            "type": "object",
            "required": ["chart", "column", "title", "type"],
            "properties": {
              "chart": { "type": "string" },
              "column": { "type": "string" },
              "title": { "type": "string" },
              "type": { "enum": ["integer", "float"] },
              "value": { "$ref": "#/$defs/value", "description": "Where the control starts." },
              "minimum": { "$ref": "#/$defs/value" },
              "maximum": { "$ref": "#/$defs/value" },
              "step": { "type": "number" },
              "decimals": { "$ref": "#/$defs/index" },
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "oneOf": [{ "required": ["value"] }, { "required": ["percent"] }],
                  "properties": {
                    "value": { "$ref": "#/$defs/value" },
                    "percent": { "$ref": "#/$defs/value" },
                    "category": { "$ref": "#/$defs/value", "description": "Absent: the rows of all categories." }
                  },
                  "additionalProperties": false
                }
              }
            },
            "additionalProperties": false
          }
        },
        "warnings": { "type": "array", "items": { "$ref": "#/$defs/warning" } }
      },
      "additionalProperties": false,
      "$defs": {
        \#(JSONShapes.index),
        \#(JSONShapes.value),
        \#(JSONShapes.warning)
      }
    }

    """#
}
