-- Networks that whoever made a dataset was bound to, in which alone it is read; null where they were bound to none.
ALTER TABLE datasets ADD COLUMN IF NOT EXISTS networks text[];
