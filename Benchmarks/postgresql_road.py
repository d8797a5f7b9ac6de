"""A table of 1 000 000 rows and 9 columns in a private server (Scripts/postgresql) over the loopback, and how peers
read it: those of PostgreSQLRoad. Every side keeps its connection open, and is timed from the request to the table in
memory.
"""
import contextlib
import pathlib
import subprocess
import sys
import time

import adbc_driver_postgresql.dbapi

try:
    import connectorx
except ImportError:
    connectorx = None

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Scripts"))

from judging import Database

ROWS = 1_000_000
SETUP = f"""
CREATE TABLE sales AS
SELECT '2015-01-01'::date + (r >> 28 & 4095)::int % 3653 AS order_date,
  (ARRAY['Europe', 'America', 'Asia', 'Africa', 'Oceania'])[1 + r % 5] AS region,
  'Area ' || lpad((1 + r % 40)::text, 2, '0') AS country,
  (ARRAY['Tents', 'Footwear', 'Climbing', 'Accessories'])[1 + (r >> 8) % 4] AS category,
  'Item ' || lpad((1 + (r >> 8) % 37)::text, 2, '0') AS product, ((r >> 16) % 50 + 1)::int AS quantity,
  ((r >> 20) % 100000 + 99) / 100.0::float8 AS unit_price, ((r >> 13) % 5000000) / 100.0::float8 AS amount,
  ((r >> 11) % 3000000) / 100.0::float8 AS cost
FROM (SELECT (i * 2654435761) & 281474976710655 AS r FROM generate_series(1::bigint, {ROWS}) AS i) AS s;
VACUUM ANALYZE sales;
"""
PLAIN = "SELECT * FROM sales"
WITH_ARGUMENT = "SELECT * FROM sales WHERE quantity >= $1"


class Road:
    """A server with the table, and a connection of ADBC to it."""

    def __init__(self, url, connection):
        self.url, self.connection = url, connection

    def adbc(self, argument):
        """Seconds and the table."""
        with self.connection.cursor() as cursor:
            start = time.perf_counter()
            cursor.execute(WITH_ARGUMENT if argument else PLAIN, (1,) if argument else None)
            table = cursor.fetch_arrow_table()
            return time.perf_counter() - start, table

    def connectorx(self, argument):
        # It binds nothing: the value is spliced for it.
        sql = WITH_ARGUMENT.replace("$1", "1") if argument else PLAIN
        start = time.perf_counter()
        connectorx.read_sql(self.url, sql, return_type="arrow", protocol="binary")
        return time.perf_counter() - start

    def table(self, argument):
        return self.adbc(argument)[1]

    def seconds(self, argument):
        peers = {"ADBC": lambda: self.adbc(argument)[0]}
        return peers | {"connectorx": lambda: self.connectorx(argument)} if connectorx else peers


@contextlib.contextmanager
def server():
    with contextlib.closing(Database()) as database:
        subprocess.run(["psql", "-Xq", "-d", database.url], input=SETUP, check=True, text=True)
        with adbc_driver_postgresql.dbapi.connect(database.url) as connection:
            yield Road(database.url, connection)
