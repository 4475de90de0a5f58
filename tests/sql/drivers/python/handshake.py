"""What analysts do with clickhouse-connect, each step printed as `ok` or `failed`."""

import os
import sys

import clickhouse_connect
from clickhouse_connect.driver.exceptions import DatabaseError

host, port = os.environ["SQL_HOST"], int(os.environ["SQL_PORT"])
user, password = os.environ["SQL_USER"], os.environ["SQL_PASSWORD"]
database, campaign = os.environ["SQL_DATABASE"], int(os.environ["SQL_CAMPAIGN"])
failed = 0


def step(name, condition):
    global failed
    if not condition:
        failed += 1
    print(("ok " if condition else "failed ") + name, flush=True)


def code_of(task):
    try:
        task()
        return None
    except DatabaseError as error:
        return next((int(word) for word in str(error).replace(".", " ").split() if word.isdigit()), 0)


def connect(**options):
    return clickhouse_connect.get_client(
        host=host, port=port, username=user, password=options.pop("password", password), database=database, **options
    )


client = connect()
step("connects and learns the version", client.server_version.startswith("26."))
rows = client.query("SELECT campaign_id, name FROM campaigns").result_rows
step("reads its rows in Native", [row[0] for row in rows] == [campaign])
many = client.query("SELECT number FROM numbers(200000)").result_rows
step("reads 200,000 rows in packed blocks", len(many) == 200000 and many[-1][0] == 199999)
bound = client.query("SELECT {a:UInt64} + 1 AS b, {s:String} AS s", parameters={"a": 41, "s": "it's a\ttab"})
step("binds parameters", bound.result_rows == [(42, "it's a\ttab")])
ids = list(range(20000))
long_list = client.query("SELECT count() FROM numbers(20000) WHERE number IN {ids:Array(UInt64)}", parameters={"ids": ids})
step("binds a list too long for an address", long_list.result_rows == [(20000,)])
with client.query_row_block_stream("SELECT number FROM numbers(200000)") as stream:
    step("streams", sum(len(block) for block in stream) == 200000)
step("keeps a setting of its session", client.query("SELECT 1", settings={"session_timezone": "Asia/Tokyo"}).result_rows == [(1,)])
step("reads raw CSV", client.raw_query("SELECT 1 AS a", fmt="CSVWithNames") == b'"a"\n1\n')
step("describes a view", any(row[0] == "campaign_id" for row in client.query("DESCRIBE TABLE campaigns").result_rows))
step("lists its views", "campaigns" in [row[0] for row in client.query("SHOW TABLES").result_rows])
packed = connect(compress="zstd")
step("reads what is packed by zstd", len(packed.query("SELECT number FROM numbers(200000)").result_rows) == 200000)
step("is refused what is no view by number 497", code_of(lambda: client.query("SELECT * FROM tapwise.charge_v1")) == 497)
step("is refused to insert by number 164", code_of(lambda: client.command("INSERT INTO campaigns (name) VALUES ('a')")) == 164)
step("learns of a wrong password by number 516", code_of(lambda: connect(password="wrong")) == 516)
step("works on after errors", client.query("SELECT 1").result_rows == [(1,)])
sys.exit(1 if failed else 0)
