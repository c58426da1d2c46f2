"""Makes copies of a profile, each with one thing that no profile has: NAME.profile."""
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../report/Inputs"))
from packed import Packed  # noqa: E402

for name, damage in {
        "version": lambda p: p.db.execute("PRAGMA user_version = 99"),
        "negative": lambda p: p.of("lasts").update({("calls", 0): {0: -20}}),
        "facts": lambda p: p.db.execute("UPDATE profile SET value = 'x' WHERE key = 'facts'"),
        "view": lambda p: p.db.executescript("ALTER TABLE packed RENAME TO other; CREATE VIEW packed AS SELECT * FROM other"),
}.items():
    shutil.copy(sys.argv[1], f"{name}.profile")
    packed = Packed(f"{name}.profile")
    damage(packed)
    if name == "view":
        packed.db.commit()
    else:
        packed.save()
    packed.db.close()
