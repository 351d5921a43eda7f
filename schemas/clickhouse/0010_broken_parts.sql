-- A disk that was full or a power failure may leave any number of parts that cannot be read: they are put aside, told of and
-- filled again from the log (docs/broken-parts.md). An engine that refuses to open the table over them helps nobody.

ALTER TABLE stations MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE observations MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE judged_until MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE judgements MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE anomalies MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE baselines MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE dead_letters MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE rules MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE faults MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE fault_values MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

ALTER TABLE sensor_conditions MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;
