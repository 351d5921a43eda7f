-- Graphs are read by their ids alone. The copy to search them by, and its index, cost time and space at each write. The
-- column stays, empty for new graphs, so that processes of an older version go on beside this one.

DROP INDEX IF EXISTS graphs_search;
ALTER TABLE graphs ALTER COLUMN search DROP NOT NULL;
