"""Makes copies of a profile, each with one thing that no profile has: NAME.profile."""
import os
import shutil
import sqlite3
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "report", "Inputs"))
from packed import Packed  # noqa: E402

for name, statement in {
        "version": "PRAGMA user_version = 99",
        "facts": "UPDATE profile SET value = 'x' WHERE key = 'facts'",
        "view": "DROP TABLE note; CREATE VIEW note AS SELECT 1"}.items():
    shutil.copy(sys.argv[1], f"{name}.profile")
    damaged = sqlite3.connect(f"{name}.profile")
    damaged.executescript(statement)
    damaged.commit()
    damaged.close()
shutil.copy(sys.argv[1], "negative.profile")
profile = Packed("negative.profile")
profile.of("lasts")["calls", 0] = {0: -20}
profile.save()
