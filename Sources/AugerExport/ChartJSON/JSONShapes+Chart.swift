extension JSONShapes {
  /// What only charts have: levels, cells, formats, picks.
  static let chart = #"""
    "number": { "type": ["number", "null"] },
        "unit": { "description": "What numbers are counted in.", "type": "string" },
        "shares": {
          "description": "The part in view, as shares of the whole.",
          "type": "array",
          "minItems": 2,
          "maxItems": 2,
          "items": { "type": "number", "minimum": 0, "maximum": 1 }
        },
        "picks": { "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/arguments" }, { "type": "null" }] } },
        "type": {
          "type": "string",
          "pattern": "^(bool|int|float|decimal\\(\\d+,\\d+\\)|string|date|timestamp(\\(.+\\))?|time|interval|binary)$"
        },
        "textRow": {
          "description": "Parallel to values: the text of numbers that JSON does not hold, also NaN and [-]Infinity.",
          "type": "array",
          "items": { "type": ["string", "null"] }
        },
        "types": { "type": "array", "items": { "$ref": "#/$defs/type" } },
        "typeNotes": {
          "description": "By key, the type of a value beside it that would be taken for another.",
          "type": "object",
          "additionalProperties": { "$ref": "#/$defs/type" }
        },
        "exactNotes": {
          "description": "By key, the text of a number beside it that JSON does not hold, also NaN and [-]Infinity.",
          "type": "object",
          "additionalProperties": { "type": "string" }
        },
        "argumentTypes": {
          "description": "By name, the type of what would be taken for another; a list for values of several.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              { "$ref": "#/$defs/type" },
              { "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/type" }, { "type": "null" }] } }
            ]
          }
        },
        "pickTypes": {
          "description": "As argumentTypes, of all picks or for each.",
          "anyOf": [
            { "$ref": "#/$defs/argumentTypes" }, { "type": "array", "items": { "$ref": "#/$defs/argumentTypes" } }
          ]
        },
        "format": {
          "type": "string",
          "pattern": "^((Short)?(Month|WeekDay)|(Short|Long)Date|Currency|Percent(age)?|Rounded[0-9]|pattern:.*)$"
        },
        "currencyCode": { "type": "string", "pattern": "^[A-Z]{3}$" },
        "cells": {
          "description": "[dimension][series][category]",
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "array",
            "items": { "type": "array", "items": { "$ref": "#/$defs/number" } }
          }
        },
        "texts": {
          "type": "array",
          "items": {
            "type": "array",
            "items": { "type": "array", "items": { "type": ["string", "null"] } }
          }
        },
        "arguments": {
          "description": "Name to value, list of values, or range. Numbers that JSON does not hold are strings.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              { "$ref": "#/$defs/value" },
              { "type": "array", "items": { "$ref": "#/$defs/value" } },
              {
                "type": "object",
                "required": ["lower", "upper"],
                "properties": { "lower": { "$ref": "#/$defs/value" }, "upper": { "$ref": "#/$defs/value" } },
                "additionalProperties": false
              }
            ]
          }
        },
        "annotations": {
          "description": "Lines, bands, boxes and texts at values and categories, as its author wrote them.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["text"],
            "properties": {
              "text": { "type": "string" },
              "value": { "type": "number" },
              "endValue": { "type": "number" },
              "category": { "$ref": "#/$defs/value" },
              "endCategory": { "$ref": "#/$defs/value" },
              "color": { "type": "string" },
              "types": { "$ref": "#/$defs/typeNotes" },
              "exact": { "$ref": "#/$defs/exactNotes" }
            },
            "additionalProperties": false
          }
        },
        "colors": {
          "description": "Names or #rrggbb, [series][category] or of each item; null: the colour of the series.",
          "type": "array",
          "items": {
            "anyOf": [
              { "type": ["string", "null"] },
              { "type": "array", "items": { "type": ["string", "null"] } }
            ]
          }
        },
        "multiples": {
          "description": "Small charts of parts of the rows: documents of this schema, of the same categories.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["value", "label", "chart"],
            "properties": {
              "value": { "$ref": "#/$defs/value" },
              "label": { "type": "string" },
              "chart": { "type": "object" },
              "types": { "$ref": "#/$defs/typeNotes" },
              "exact": { "$ref": "#/$defs/exactNotes" }
            },
            "additionalProperties": false
          }
        },
        "axes": {
          "description": "What is said of the axes; absent where nothing is. An overlay may have a second value axis.",
          "type": "object",
          "properties": {
            "value": { "$ref": "#/$defs/axis" },
            "secondValue": { "$ref": "#/$defs/axis" },
            "category": { "$ref": "#/$defs/axis" }
          },
          "additionalProperties": false
        },
        "axis": {
          "description": "Points are numbers, dates (YYYY-MM-DD) or moments.",
          "type": "object",
          "properties": {
            "lower": { "$ref": "#/$defs/value" },
            "upper": { "$ref": "#/$defs/value" },
            "padding": {
              "description": "Room beyond the data at ends that are not given, as a share of their length.",
              "type": "number"
            },
            "ticks": { "type": "array", "items": { "$ref": "#/$defs/value" } },
            "tickStep": { "description": "The distance of ticks: 25, 3 months.", "type": "string" },
            "tickAnchor": { "description": "Where one of them is.", "$ref": "#/$defs/value" },
            "crossing": { "description": "Where the other axis stands.", "$ref": "#/$defs/value" },
            "gaps": {
              "description": "What the axis leaves out: from a point to another, or weekends.",
              "type": "array",
              "items": {
                "anyOf": [
                  { "const": "weekends" },
                  { "type": "array", "minItems": 2, "maxItems": 2, "items": { "$ref": "#/$defs/value" } }
                ]
              }
            }
          },
          "additionalProperties": false
        },
        "summary": {
          "description": "What the chart comes to: the whole, whose category is -1, and each category of level 0.",
          "type": "object",
          "required": ["title", "titles", "whole", "addsUp", "items"],
          "properties": {
            "title": { "type": "string", "description": "What the whole is called." },
            "whole": {
              "description": "[dimension][series]: the value of all categories together.",
              "type": "array",
              "items": { "type": "array", "items": { "$ref": "#/$defs/value" } }
            },
            "exactWhole": { "type": "array", "items": { "$ref": "#/$defs/textRow" } },
            "wholeTypes": {
              "description": "Parallel to whole: types that are not those of dimensions.",
              "type": "array",
              "items": { "$ref": "#/$defs/textRow" }
            },
            "addsUp": {
              "description": "For each dimension whether the values of several categories add up.",
              "type": "array",
              "items": { "type": "boolean" }
            },
            "titles": { "type": "array", "items": { "type": "string" } },
            "polarity": { "description": "Which way it is good that values go.", "enum": ["up", "down"] },
            "items": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["category", "title", "values", "texts", "isEnabled"],
                "properties": {
                  "category": { "type": "integer", "minimum": -1 },
                  "title": { "type": "string" },
                  "values": { "type": "array", "items": { "$ref": "#/$defs/number" } },
                  "exact": { "$ref": "#/$defs/textRow" },
                  "texts": { "type": "array", "items": { "type": "string" } },
                  "trend": { "type": "number", "description": "The first value by the last, less one." },
                  "trendText": { "type": "string" },
                  "isGood": { "type": "boolean" },
                  "isEnabled": { "type": "boolean", "description": "Whether picking it drills down." }
                },
                "additionalProperties": false
              }
            }
          },
          "additionalProperties": false
        },
        "incompletePeriod": {
          "description": "The last category of dates, where the data end before it does: days, YYYY-MM-DD.",
          "type": "object",
          "required": ["category", "lastDay", "end"],
          "properties": {
            "category": { "$ref": "#/$defs/index" },
            "lastDay": { "type": "string" },
            "end": { "type": "string" }
          },
          "additionalProperties": false
        },
        "outliers": {
          "description": "What is beyond the whiskers of a box plot of rows: a list item for each value.",
          "type": "object",
          "required": ["categories", "series", "values"],
          "properties": {
            "categories": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "series": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "values": { "type": "array", "items": { "$ref": "#/$defs/number" } },
            "type": { "description": "Where it is not that of the first dimension.", "$ref": "#/$defs/type" },
            "exact": { "$ref": "#/$defs/textRow" }
          },
          "additionalProperties": false
        },
        "level": {
          "type": "object",
          "required": ["level", "column", "title", "type", "values", "labels"],
          "properties": {
            "level": { "$ref": "#/$defs/index" },
            "column": { "type": "string" },
            "title": { "type": "string" },
            "type": { "$ref": "#/$defs/type" },
            "format": { "$ref": "#/$defs/format" },
            "currencyCode": { "$ref": "#/$defs/currencyCode" },
            "values": { "type": "array", "items": { "$ref": "#/$defs/value" } },
            "exact": { "$ref": "#/$defs/textRow" },
            "labels": { "type": "array", "items": { "type": "string" } },
            "firstChild": {
              "description": "Index of each category's first sub-category in the next finer level.",
              "type": "array",
              "items": { "$ref": "#/$defs/index" }
            },
            "lastChild": {
              "description": "Before the first where a category has no sub-categories.",
              "type": "array",
              "items": { "type": "integer", "minimum": -1 }
            },
            "upperEdges": {
              "description": "Of a histogram: where each bin, which begins at its value, ends.",
              "type": "array",
              "items": { "$ref": "#/$defs/number" }
            },
            "edgeType": { "description": "Where it is not type.", "$ref": "#/$defs/type" },
            "exactEdges": { "$ref": "#/$defs/textRow" },
            "axis": {
              "description": "How the numbers of points lie along it, where not linear.",
              "enum": ["linear", "logarithmic"]
            },
            "other": {
              "description": "Index of the category that stands for all that are not shown by themselves.",
              "$ref": "#/$defs/index"
            },
            "cells": { "$ref": "#/$defs/cells" },
            "cellTypes": { "description": "Where they are not those of dimensions.", "$ref": "#/$defs/types" },
            "exactCells": { "$ref": "#/$defs/texts" }
          },
          "additionalProperties": false
        }
    """#
}
