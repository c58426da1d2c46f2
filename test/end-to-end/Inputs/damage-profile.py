"""Makes copies of a profile, each with one thing that no profile has: NAME.profile."""
import shutil
import sqlite3
import sys

LASTS = "function = (SELECT id FROM function WHERE name = 'lasts')"
for name, statement in {
        "version": "PRAGMA user_version = 99",
        "negative": f"""UPDATE figures SET data = json_set(data, '$.calls', json('{{"0":-20}}')) WHERE {LASTS}""",
        "facts": "UPDATE run SET facts = 'x'",
        "view": "DROP VIEW value; CREATE VIEW value AS SELECT 1"}.items():
    shutil.copy(sys.argv[1], f"{name}.profile")
    damaged = sqlite3.connect(f"{name}.profile")
    damaged.executescript(statement)
    damaged.commit()
    damaged.close()
