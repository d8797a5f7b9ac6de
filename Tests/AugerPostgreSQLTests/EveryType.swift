/// A table with one column for each type that the adapter supports: ordinary values, extremes, infinities, empty values
/// and nulls.
let everyType = """
  CREATE TYPE mood AS ENUM ('sad', 'ok', 'größer, "happy"');
  CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
  CREATE DOMAIN money_amount AS numeric(12, 2);
  CREATE TABLE every (
    id integer, b bool, i2 smallint, i4 integer, i8 bigint, o oid, f4 real, f8 double precision,
    n numeric(10, 2), n38 numeric(38, 0), n3838 numeric(38, 38), nneg numeric(5, -2), nsmall numeric(3, 5),
    free numeric,
    t text, v varchar(20), c char(5), nm name, u uuid, j json, jb jsonb, by bytea,
    d date, tm time, tz timetz, ts timestamp, tstz timestamptz, iv interval,
    e mood, dom positive, ndom money_amount, ia integer[], ta text[], ea mood[], na numeric[], da date[],
    ir int4range, tr tsrange, dr daterange, mr int4multirange, x xml);
  INSERT INTO every VALUES
  (1, true, 1, 1, 1, 1, 1.5, 1.5, 1.5, 1, 0.5, 1200, 0.00123, 1.5, 'text', 'varchar', 'char', 'name',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a" : 1}', '{"a" : 1}', '\\x00ff10',
    '2024-02-29', '12:34:56.789012', '12:34:56+02', '2024-02-29 12:34:56.789012', '2024-02-29 12:34:56+05:30',
    '1 year 2 mons 3 days 04:05:06.789', 'ok', 7, 1.25, '{1,2,NULL}', '{a,"b,c","d\\"e",NULL}', '{sad,ok}',
    '{1.50,NaN}',
    '{2024-01-01,infinity}', '[1,10)', '[2024-01-01,2024-12-31)', '[2024-01-01,2024-12-31)', '{[1,2),[5,8)}',
    '<a>b</a>'),
  (2, false, -32768, -2147483648, -9223372036854775808, 4294967295, -3.4028235e38, -1.7976931348623157e308,
    -99999999.99, -99999999999999999999999999999999999999, -0.99999999999999999999999999999999999999, -99900, -0.00999,
    -12345678901234567890.123456789, '', '', '', '', '00000000-0000-0000-0000-000000000000', '[]', '{}', '',
    '4713-11-24 BC', '00:00:00', '00:00:00-15:59', '4713-11-24 00:00:00 BC', '0001-12-31 23:59:59.999999+00 BC',
    '-178000000 years', 'sad', 1, -9999999999.99, '{}', '{}', '{}', '{}', '{}', 'empty', 'empty', 'empty', '{}', ''),
  (3, true, 32767, 2147483647, 9223372036854775807, 0, 1e-45, 5e-324,
    99999999.99, 99999999999999999999999999999999999999, 0.99999999999999999999999999999999999999, 99900, 0.00999,
    12345678901234567890.000000001, E'tab\\tnewline\\nquote"back\\\\slash', 'ünïcödé 日本', 'é', 'naïve',
    'ffffffff-ffff-ffff-ffff-ffffffffffff', '"\\u00e9"', '"é😀"', '\\xdeadbeef',
    '5874897-12-31', '24:00:00', '23:59:59.999999+15:59', '294246-12-31 23:59:59.999999',
    '9999-12-31 23:59:59.999999+00',
    '178000000 years', 'größer, "happy"', 2147483647, 9999999999.99, '{{1,2},{3,4}}', '{"",NULL,"NULL"}', NULL, NULL,
    NULL, '[5,)', '[2024-01-01,)', '(,)', '{(,)}', 'é'),
  (4, NULL, 0, 0, 0, NULL, 'NaN', 'NaN', 0, 0, 0, 0, 0, 0.000000001, '😀', '😀', '日', 'x', NULL, 'null', 'null', NULL,
    'infinity', NULL, NULL, 'infinity', 'infinity', '00:00:00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL),
  (5, NULL, NULL, NULL, NULL, NULL, 'Infinity', 'Infinity', 0.01, NULL, NULL, NULL, NULL, 1000, E'\\U0001F469\\u200D',
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, '-infinity', NULL, NULL, '-infinity', '-infinity', '-00:00:00.000001',
    NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (6, NULL, NULL, NULL, NULL, NULL, '-Infinity', '-Infinity', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL,
    NULL, NULL, NULL, NULL, '0001-01-01', NULL, NULL, '1969-12-31 23:59:59.999999', '1970-01-01 00:00:00+00', NULL,
    NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (7, NULL, NULL, NULL, NULL, NULL, '-0', '-0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL,
    NULL);
  """

/// The name, column type and declared type of each column.
let everyColumn = [
  "id: int, integer", "b: bool, boolean", "i2: int, smallint", "i4: int, integer", "i8: int, bigint", "o: int, oid",
  "f4: float, real", "f8: float, double precision", "n: decimal(10,2), numeric(10,2)",
  "n38: decimal(38,0), numeric(38,0)", "n3838: decimal(38,38), numeric(38,38)", "nneg: decimal(7,0), numeric(5,-2)",
  "nsmall: decimal(5,5), numeric(3,5)", "free: decimal(38,9), numeric", "t: string, text",
  "v: string, character varying(20)", "c: string, character(5)", "nm: string, name", "u: string, uuid",
  "j: string, json", "jb: string, jsonb", "by: binary, bytea", "d: date, date", "tm: time, time without time zone",
  "tz: string, time with time zone", "ts: timestamp, timestamp without time zone",
  "tstz: timestamp(UTC), timestamp with time zone", "iv: interval, interval", "e: string, mood", "dom: int, integer",
  "ndom: decimal(12,2), numeric(12,2)", "ia: string, integer[]", "ta: string, text[]", "ea: string, mood[]",
  "na: string, numeric[]", "da: string, date[]", "ir: string, int4range", "tr: string, tsrange",
  "dr: string, daterange", "mr: string, int4multirange", "x: string, xml",
]
