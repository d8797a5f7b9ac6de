#!/usr/bin/env python3
"""Creates workspaces with `auger init` from twelve data sets, and checks their first pages.

Data sets of the shared data are used as they are. The others have the tables, columns and types of well-known samples,
and random values. Files in `--data` replace them, for example `superstore.csv` with the original rows.

For each workspace: `auger check --live` finds nothing, titles are readable, the dashboard has 4 to 8 items, filters and
cross-filters, no identifier is added up, no item fails, and nothing is wider than the page.
"""
import contextlib
import csv
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

import judging
from judging import SHARED, Database, Parser, chromium, fetched

DATA = SHARED / "data"
VEGA = DATA / "chartdata/vega-datasets"
WIDTHS, THEMES = [1440, 390], ["light", "dark"]
# Words of the dashboard, the least number of filters, and columns that must not be added up.
EXPECTED = {
    "flights": {"says": ["delay"], "filters": 1},
    "movies": {"says": ["gross"], "filters": 2, "never": ["Running Time min", "IMDB Rating"]},
    "stocks": {"says": ["Average price"], "filters": 2, "never": ["price"]},
    "superstore": {"says": ["Sales", "Profit"], "filters": 3, "never": ["Postal Code", "Discount", "Row ID"]},
    "sakila": {"says": ["Amount", "category", "store"], "filters": 3, "never": ["rental_rate"]},
    "sakila_pg": {"says": ["Amount", "category", "store"], "filters": 3, "never": ["rental_rate"]},
    "reseller": {"says": ["Sales amount"], "filters": 3, "never": ["UnitPrice", "SalesYear"]},
    "worldcities": {"says": ["Population"], "filters": 1, "never": ["lat", "lng", "id"]},
    "seattle-weather": {"says": ["Precipitation"], "filters": 2, "never": ["temp_max", "temp_min", "wind"]},
    "gapminder": {"says": ["life"], "filters": 1, "never": ["life_expect", "fertility", "year", "cluster"]},
    "Chinook_Sqlite": {"says": ["Amount", "genre", "country"], "filters": 2, "never": ["UnitPrice"]},
    "telemetry": {"says": ["Units"], "filters": 2, "never": ["zone_001_temperature"]},
}


def write(path, names, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(names)
        out.writerows(rows)


def from_json(name, path):
    """Writes a list of objects as CSV."""
    rows = json.loads((VEGA / name).read_text())
    names = list(dict.fromkeys(key for row in rows for key in row))
    write(path, names, [[row.get(key) for key in names] for row in rows])


def days(first, last):
    return [first + datetime.timedelta(days=day) for day in range((last - first).days + 1)]


# Samples with random values


def superstore(path):
    chance = random.Random(1)
    parts = {"Furniture": ["Bookcases", "Chairs", "Furnishings", "Tables"],
             "Office Supplies": ["Appliances", "Art", "Binders", "Envelopes", "Fasteners", "Labels", "Paper", "Storage",
                                 "Supplies"],
             "Technology": ["Accessories", "Copiers", "Machines", "Phones"]}
    states = {"West": {"California": "Los Angeles", "Washington": "Seattle", "Oregon": "Portland", "Utah": "Provo"},
              "East": {"New York": "New York City", "Pennsylvania": "Philadelphia", "Ohio": "Columbus"},
              "Central": {"Texas": "Houston", "Illinois": "Chicago", "Michigan": "Detroit", "Indiana": "Gary"},
              "South": {"Florida": "Miami", "Georgia": "Atlanta", "Virginia": "Richmond", "Kentucky": "Henderson"}}
    items = [(category, part, f"{category[:3].upper()}-{part[:2].upper()}-{1000 + number}", f"{part[:-1]} {number}",
              chance.lognormvariate(4, 1)) for category in parts for part in parts[category] for number in range(60)]
    people = [(f"C-{number}", f"{chance.choice('ABCDEFGHIJK')}. Customer {number}",
               chance.choices(["Consumer", "Corporate", "Home Office"], [5, 3, 2])[0]) for number in range(793)]
    calendar, rows = days(datetime.date(2014, 1, 3), datetime.date(2017, 12, 30)), []
    weights = [(1 + number / 900) * (2 if day.month > 8 else 1) for number, day in enumerate(calendar)]
    for day in sorted(chance.choices(calendar, weights, k=5009)):
        person, region = chance.choice(people), chance.choices(list(states), [32, 28, 23, 16])[0]
        state = chance.choice(list(states[region]))
        for category, part, code, name, price in chance.choices(items, k=chance.randint(1, 3)):
            discount, quantity = chance.choices([0, 0.2, 0.3, 0.7], [48, 36, 10, 4])[0], chance.randint(1, 9)
            sales = round(price * quantity * (1 - discount), 3)
            rows.append([
                len(rows) + 1, f"CA-{day.year}-{100000 + len(rows)}", day.strftime("%m/%d/%Y"),
                (day + datetime.timedelta(days=chance.randint(0, 7))).strftime("%m/%d/%Y"),
                chance.choices(["Standard Class", "Second Class", "First Class", "Same Day"], [60, 20, 15, 5])[0],
                *person, "United States", states[region][state], state, 10000 + 7 * len(state) * 13, region, code,
                category, part, name, sales, quantity, discount, round(sales * (0.3 - discount), 4)])
    write(path, ["Row ID", "Order ID", "Order Date", "Ship Date", "Ship Mode", "Customer ID", "Customer Name",
                 "Segment", "Country", "City", "State", "Postal Code", "Region", "Product ID", "Category",
                 "Sub-Category", "Product Name", "Sales", "Quantity", "Discount", "Profit"], rows)


def worldcities(path):
    chance = random.Random(2)
    countries = [entry for entry in json.loads((VEGA / "gapminder.json").read_text())
                 if entry["year"] == 2005]
    rows = []
    for country in countries:
        name = country["country"]
        for number in range(1, 3 + int(country["pop"] ** 0.5 / 250)):
            people = int(country["pop"] * 0.12 / number * chance.uniform(0.7, 1.3))
            city = f"{name} City {number}"
            capital = "primary" if number == 1 else "admin" if number < 8 else ""
            rows.append([city, city, round(chance.uniform(-50, 65), 4), round(chance.uniform(-180, 180), 4), name,
                         name[:2].upper(), name[:3].upper(), f"Province {number % 9}", capital, people,
                         1004000000 + len(rows)])
    write(path, ["city", "city_ascii", "lat", "lng", "country", "iso2", "iso3", "admin_name", "capital", "population",
                 "id"], sorted(rows, key=lambda row: -row[9]))


def telemetry(path):
    """A file with 300 columns: the output of machines, and their sensors."""
    chance, kinds = random.Random(3), ["temperature", "pressure", "vibration", "current"]
    sensors = [f"zone_{number // 4 + 1:03}_{kinds[number % 4]}" for number in range(288)]
    rows = []
    for day in days(datetime.date(2025, 1, 1), datetime.date(2025, 6, 30)):
        for machine in range(1, 9):
            units = int(chance.gauss(900 - 40 * machine, 60) * (0.4 if day.weekday() > 4 else 1))
            levels = [round(chance.gauss(60, 8) if number % 4 == 0 else chance.gauss(5, 1), 2)
                      for number in range(288)]
            rows.append([len(rows) + 1, day, f"Line {(machine - 1) // 3 + 1}", f"M{machine:02}",
                         chance.choice(["Early", "Late", "Night"]),
                         chance.choice(["Housing", "Valve", "Pump", "Rotor"]),
                         chance.choices(["running", "setup", "fault"], [90, 7, 3])[0], units,
                         int(units * chance.uniform(0.01, 0.05)), round(units * chance.uniform(0.8, 1.1), 1),
                         round(chance.uniform(0.6, 0.95), 3), chance.randint(0, 120), *levels])
    write(path, ["record_id", "date", "line", "machine_id", "shift", "product", "status", "units_produced",
                 "scrap_units", "energy_kwh", "oee_rate", "downtime_minutes", *sensors], rows)


SAKILA = """
CREATE TABLE country (country_id INTEGER PRIMARY KEY, country VARCHAR(50) NOT NULL, last_update TIMESTAMP);
CREATE TABLE city (city_id INTEGER PRIMARY KEY, city VARCHAR(50) NOT NULL,
  country_id INTEGER NOT NULL REFERENCES country (country_id), last_update TIMESTAMP);
CREATE TABLE address (address_id INTEGER PRIMARY KEY, address VARCHAR(50) NOT NULL, address2 VARCHAR(50),
  district VARCHAR(20) NOT NULL, city_id INTEGER NOT NULL REFERENCES city (city_id), postal_code VARCHAR(10),
  phone VARCHAR(20) NOT NULL, last_update TIMESTAMP);
CREATE TABLE language (language_id INTEGER PRIMARY KEY, name CHAR(20) NOT NULL, last_update TIMESTAMP);
CREATE TABLE category (category_id INTEGER PRIMARY KEY, name VARCHAR(25) NOT NULL, last_update TIMESTAMP);
CREATE TABLE store (store_id INTEGER PRIMARY KEY, manager_staff_id INTEGER NOT NULL,
  address_id INTEGER NOT NULL REFERENCES address (address_id), last_update TIMESTAMP);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL,
  address_id INTEGER NOT NULL REFERENCES address (address_id), email VARCHAR(50),
  store_id INTEGER NOT NULL REFERENCES store (store_id), active SMALLINT NOT NULL, username VARCHAR(16) NOT NULL,
  password VARCHAR(40), last_update TIMESTAMP);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, store_id INTEGER NOT NULL REFERENCES store (store_id),
  first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL, email VARCHAR(50),
  address_id INTEGER NOT NULL REFERENCES address (address_id), active CHAR(1) NOT NULL, create_date TIMESTAMP,
  last_update TIMESTAMP);
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title VARCHAR(255) NOT NULL, description VARCHAR(999),
  release_year VARCHAR(4), language_id INTEGER NOT NULL REFERENCES language (language_id),
  original_language_id INTEGER, rental_duration SMALLINT NOT NULL, rental_rate DECIMAL(4,2) NOT NULL, length SMALLINT,
  replacement_cost DECIMAL(5,2) NOT NULL, rating VARCHAR(10), special_features VARCHAR(100), last_update TIMESTAMP);
CREATE TABLE film_category (film_id INTEGER NOT NULL REFERENCES film (film_id),
  category_id INTEGER NOT NULL REFERENCES category (category_id), last_update TIMESTAMP,
  PRIMARY KEY (film_id, category_id));
CREATE TABLE inventory (inventory_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film (film_id),
  store_id INTEGER NOT NULL REFERENCES store (store_id), last_update TIMESTAMP);
CREATE TABLE rental (rental_id INTEGER PRIMARY KEY, rental_date TIMESTAMP NOT NULL,
  inventory_id INTEGER NOT NULL REFERENCES inventory (inventory_id),
  customer_id INTEGER NOT NULL REFERENCES customer (customer_id), return_date TIMESTAMP,
  staff_id INTEGER NOT NULL REFERENCES staff (staff_id), last_update TIMESTAMP);
CREATE TABLE payment (payment_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (customer_id),
  staff_id INTEGER NOT NULL REFERENCES staff (staff_id), rental_id INTEGER REFERENCES rental (rental_id),
  amount DECIMAL(5,2) NOT NULL, payment_date TIMESTAMP NOT NULL, last_update TIMESTAMP);
"""


def sakila():
    """Returns the rows of each table, in an order that satisfies the foreign keys."""
    chance, now = random.Random(4), "2006-02-15 05:00:00"
    countries = ["India", "China", "United States", "Japan", "Mexico", "Brazil", "Russian Federation", "Philippines",
                 "Turkey", "Indonesia", "Nigeria", "Argentina", "Taiwan", "South Africa", "Iran", "United Kingdom",
                 "Poland", "Italy", "Germany", "Ukraine", "Vietnam", "Egypt", "Colombia", "Venezuela", "Canada",
                 "Netherlands", "South Korea", "Spain", "Pakistan", "Yemen"]
    groups = ["Action", "Animation", "Children", "Classics", "Comedy", "Documentary", "Drama", "Family", "Foreign",
              "Games", "Horror", "Music", "New", "Sci-Fi", "Sports", "Travel"]
    words = ["ACADEMY", "DINOSAUR", "ACE", "GOLDFINGER", "ADAPTATION", "HOLES", "AFFAIR", "PREJUDICE", "AFRICAN", "EGG",
             "AGENT", "TRUMAN", "AIRPLANE", "SIERRA", "ALABAMA", "DEVIL", "ALADDIN", "CALENDAR", "ALAMO", "VIDEOTAPE",
             "ALASKA", "PHANTOM", "ALI", "FOREVER", "ALICE", "FANTASIA", "ALIEN", "CENTER", "ALLEY", "EVOLUTION"]
    names = ["MARY", "PATRICIA", "LINDA", "BARBARA", "JAMES", "JOHN", "ROBERT", "ELEANOR", "KARL", "RHONDA"]
    rows = {"country": [(n, name, now) for n, name in enumerate(countries, 1)]}
    rows["city"] = [(n, f"City {n}", chance.choices(range(1, 31), [40 - m for m in range(30)])[0], now)
                    for n in range(1, 401)]
    rows["address"] = [(n, f"{n} Main Street", None, f"District {n % 90}", chance.randint(1, 400), str(10000 + n * 7),
                        str(6 * 10**9 + n * 7919), now) for n in range(1, 606)]
    rows["language"] = [(n, name, now) for n, name in enumerate(["English", "Italian", "Japanese"], 1)]
    rows["category"] = [(n, name, now) for n, name in enumerate(groups, 1)]
    rows["store"] = [(1, 1, 1, now), (2, 2, 2, now)]
    rows["staff"] = [(n, name, last, n + 2, f"{name}@sakilastaff.com", n, 1, name, "8cb2237d", now)
                     for n, name, last in [(1, "Mike", "Hillyer"), (2, "Jon", "Stephens")]]
    rows["customer"] = [(n, chance.randint(1, 2), names[n % 10], f"SMITH{n}", f"{n}@sakilacustomer.org", n + 5,
                         "1" if chance.random() < 0.97 else "0", "2006-02-14 22:04:36", now) for n in range(1, 600)]
    rates = [chance.choice([0.99, 2.99, 4.99]) for _ in range(1000)]
    rows["film"] = [(n, f"{words[n % 30]} {words[n * 7 % 29]} {n}", "A story of a robot and a cat in a jungle", "2006",
                     1, None, chance.randint(3, 7), rates[n - 1], chance.randint(46, 185),
                     round(chance.randint(9, 29) + 0.99, 2), chance.choice(["G", "PG", "PG-13", "R", "NC-17"]),
                     chance.choice(["Trailers", "Deleted Scenes", "Trailers,Commentaries"]), now)
                    for n in range(1, 1001)]
    rows["film_category"] = [(n, chance.choices(range(1, 17), range(30, 14, -1))[0], now) for n in range(1, 1001)]
    rows["inventory"] = [(n, chance.randint(1, 1000), chance.randint(1, 2), now) for n in range(1, 4582)]
    months = [("2005-05-", 24, 31, 1156), ("2005-06-", 14, 21, 2311), ("2005-07-", 5, 31, 6709),
              ("2005-08-", 1, 23, 5686), ("2006-02-", 14, 14, 182)]
    times = sorted(f"{month}{chance.randint(first, last):02} {chance.randint(0, 23):02}:{chance.randint(0, 59):02}:00"
                   for month, first, last, count in months for _ in range(count))
    rows["rental"], rows["payment"] = [], []
    for n, time in enumerate(times, 1):
        item, person, clerk = chance.randint(1, 4581), chance.randint(1, 599), chance.randint(1, 2)
        rate = rates[rows["inventory"][item - 1][1] - 1]
        back = None if time > "2006" else f"{datetime.datetime.fromisoformat(time) + datetime.timedelta(days=4)}"
        rows["rental"].append((n, time, item, person, back, clerk, now))
        rows["payment"].append((n, person, clerk, n, round(rate + chance.choice([0, 0, 0, 1, 2, 3]), 2), time, now))
    return rows


def filled_sqlite(path):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.executescript(SAKILA)
        for table, rows in sakila().items():
            database.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)
    database.close()


def filled_postgresql(url, folder):
    """Creates a database of a cluster and returns its URL."""
    subprocess.run(["psql", "-qX", url, "-c", "DROP DATABASE IF EXISTS sakila", "-c", "CREATE DATABASE sakila"],
                   check=True, capture_output=True)
    url = urllib.parse.urlsplit(url)._replace(path="/sakila").geturl()
    script = [SAKILA]
    for table, rows in sakila().items():
        write(folder / f"{table}.part", list(range(len(rows[0]))), rows)
        script.append(f"\\copy {table} FROM '{folder / table}.part' CSV HEADER")
    subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", url], input="\n".join([*script, "ANALYZE;"]), text=True,
                   check=True)
    return url


# The workspaces


def sources(folder, own, url):
    """Returns the source of each workspace. Creates the files and databases that do not exist."""
    makers = {
        "flights.csv": lambda path: from_json("flights-2k.json", path),
        "movies.csv": lambda path: from_json("movies.json", path),
        "gapminder.csv": lambda path: from_json("gapminder.json", path), "superstore.csv": superstore,
        "worldcities.csv": worldcities, "telemetry.csv": telemetry, "sakila.sqlite": filled_sqlite,
        "stocks.csv": lambda path: shutil.copy(VEGA / "stocks.csv", path),
        "seattle-weather.csv": lambda path: shutil.copy(VEGA / "seattle-weather.csv", path),
        "reseller.sqlite": lambda path: shutil.copy(DATA / "adventureworks/small/reseller.sqlite", path),
        "Chinook_Sqlite.sqlite": lambda path: shutil.copy(DATA / "databases/chinook/Chinook_Sqlite.sqlite", path),
    }
    found = {}
    for name, maker in makers.items():
        path = folder / name
        if own and (own / name).exists():
            shutil.copy(own / name, path)
        elif not path.exists():
            maker(path)
        found[path.stem] = str(path)
    found["sakila_pg"] = url
    return found


class Check(judging.Judge):
    def __init__(self, options, browser, folder):
        super().__init__()
        self.options, self.browser, self.folder = options, browser, folder

    def workspace(self, name, source, password):
        """Creates a workspace, and checks its files and its first page."""
        made = self.folder / name
        shutil.rmtree(made, ignore_errors=True)
        run = subprocess.run([self.options.auger, "init", source, "-o", str(made)], capture_output=True, text=True)
        self.holds(run.returncode == 0, "init succeeds", f"{name}: {run.stderr}")
        print(f"{name}:\n  " + "\n  ".join(run.stderr.splitlines()), flush=True)
        environment = {"PGPASSWORD": password} if password else {}
        run = subprocess.run([self.options.auger, "check", str(made), "--live"], capture_output=True, text=True,
                             env={**os.environ, **environment})
        self.holds(run.returncode == 0 and "0 errors, 0 warnings and 0 notes" in run.stdout,
                   "the workspace has no findings", f"{name}: {run.stdout}{run.stderr}")
        queries = (made / "auger.yaml").read_text()
        xml = "\n".join(path.read_text() for path in sorted(made.glob("Dashboards/*.xml")))
        first = re.search(r"dashboards:\n  \"?([^:\"]+)\"?:", queries)[1]
        self.facts(name, EXPECTED[name], queries, (made / f"Dashboards/{first}.xml").read_text(), xml)
        with contextlib.closing(judging.Server(self.options.auger, made, environment=environment)) as server:
            dashboards = json.loads(fetched(server.url + "/.json"))["dashboards"]
            for dashboard in dashboards[:1 if self.options.first else None]:
                for width in WIDTHS:
                    for theme in THEMES:
                        self.page(name, server.url + dashboard["address"], dashboard["name"], width, theme)

    def facts(self, name, expected, queries, first, xml):
        title = re.search(r"<Dashboard [^>]*?\bTitle=\"([^\"]+)", first)
        self.holds(title and not re.search(r"[_-]|[a-z][A-Z]", title[1]), "the title is readable",
                   f"{name}: {title and title[1]}")
        items = re.findall(r"<(?:Chart|DrillDownGroup|DataGrid) Name=\"(\w+)\"", re.sub(
            r"(?s)(<DrillDownGroup [^>]*>).*?</DrillDownGroup>", r"\1", first))
        self.holds(4 <= len(items) <= 8, "there are 4 to 8 items", f"{name}: {items}")
        self.holds(first.count("<Filter Name") >= expected["filters"], "there are filters", name)
        self.holds("CrossFilter" in first, "selections filter other items", name)
        for word in expected["says"]:
            self.holds(word.lower() in first.lower(), "the dashboard names its subject", f"{name}: {word}")
        for column in expected.get("never", []):
            self.holds(not re.search(rf"sum\(\[?{re.escape(column)}\]?\)", queries), "only amounts are added up",
                       f"{name}: {column}")
        for shown in re.findall(r"(?:Title|DisplayName|Header)=\"([^\"]+)", xml):
            self.holds(not re.search(r"_|[a-z]{2}[A-Z]", shown), "titles have no spelling of columns",
                       f"{name}: {shown}")

    def page(self, name, url, dashboard, width, theme):
        page = self.browser.new_page(viewport={"width": width, "height": 900})
        page.on("pageerror", lambda error: self.fail(f"{name}: {error}"))
        page.goto(f"{url}?_theme={theme}")
        page.wait_for_timeout(700)
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.holds(wide <= width, "the page fits", f"{name} at {width}: {wide}")
        failed = page.locator("[role=alert], .problem").count()
        self.holds(failed == 0, "no item fails", f"{name}: {failed}")
        if self.options.pictures:
            self.options.pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(self.options.pictures / f"{name}-{dashboard}-{width}-{theme}.png"), full_page=True)
        page.close()


def main():
    parser = Parser(__doc__).command().browser().parts(list(EXPECTED))
    parser.add("--data", "Folder with files that replace the generated ones.", type=pathlib.Path)
    parser.add("--pictures", "Folder for screenshots.", type=pathlib.Path)
    parser.add("--folder", "Folder for data and workspaces. Default: a temporary folder.", type=pathlib.Path)
    parser.add("--first", "Open the first dashboard of each workspace only.", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.folder or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        url = None
        if "sakila_pg" in options.only:
            cluster = stack.enter_context(contextlib.closing(Database()))
            url = filled_postgresql(cluster.url, folder)
        found = sources(folder, options.data, url)
        judge = Check(options, stack.enter_context(chromium(options.browser)), folder)
        for name in options.only:
            password = urllib.parse.urlsplit(url).password if name == "sakila_pg" else None
            judge.workspace(name, found[name], password)
        return judge.end()


if __name__ == "__main__":
    sys.exit(main())
