-- Inserts, indexes, joins, windows, JSON, triggers, a rollback and the planner, with the same output in each run.
CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, weight REAL, kind INTEGER);
CREATE TABLE audit (id INTEGER PRIMARY KEY, what TEXT);
CREATE TRIGGER noted AFTER DELETE ON part BEGIN INSERT INTO audit (what) VALUES ('gone ' || old.name); END;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  INSERT INTO part SELECT i, printf('part-%05d', (i * 7919) % 10007), (i % 97) / 7.0, i % 13 FROM n;
CREATE INDEX part_by_kind ON part (kind, name);
SELECT kind, count(*), round(sum(weight), 3), min(name), max(name) FROM part GROUP BY kind ORDER BY kind;
SELECT a.name, b.name FROM part a JOIN part b ON a.kind = b.kind AND a.id < b.id WHERE a.id % 500 = 3 ORDER BY 1, 2 LIMIT 10;
SELECT id, sum(weight) OVER (ORDER BY id ROWS 3 PRECEDING) FROM part WHERE id < 8;
BEGIN; DELETE FROM part WHERE kind = 5; SELECT count(*) FROM audit; ROLLBACK;
SELECT count(*) FROM audit;
UPDATE part SET name = upper(substr(name, 1, 4)) || substr(name, 5) WHERE id % 10 = 0;
SELECT group_concat(name, ' ') FROM (SELECT name FROM part WHERE name LIKE 'PART%' ORDER BY name LIMIT 5);
SELECT json_extract('{"a": [1, {"b": "c"}]}', '$.a[1].b'), hex(zeroblob(4)), quote(x'00ff'), 7 / 2, 7 % -3, 0.1 + 0.2;
EXPLAIN QUERY PLAN SELECT * FROM part WHERE kind = 3 ORDER BY name;
PRAGMA integrity_check;
