-- serbench.duckdb: everything a run measures, as it is measured. Layout 3.
-- `cells`, the figures of finished runs, is made by layout.py from the fields of a row.
CREATE TABLE IF NOT EXISTS layout (version INTEGER);
CREATE TABLE IF NOT EXISTS runs (
  run VARCHAR PRIMARY KEY, started TIMESTAMP, seconds DOUBLE, status VARCHAR, serbench VARCHAR,
  command VARCHAR, settings JSON, environment JSON);
-- Since layout 3; of a run without a host, its environment says what is known.
ALTER TABLE runs ADD COLUMN IF NOT EXISTS tag VARCHAR;
ALTER TABLE runs ADD COLUMN IF NOT EXISTS note VARCHAR;
ALTER TABLE runs ADD COLUMN IF NOT EXISTS host VARCHAR;
ALTER TABLE runs ADD COLUMN IF NOT EXISTS host_id VARCHAR;
-- Since layout 3: by which command; layout.py fills it in where a run was stored without.
ALTER TABLE runs ADD COLUMN IF NOT EXISTS kind VARCHAR;
-- Since layout 3: of runs that several hosts made together (`serbench run --cluster`), the same text.
ALTER TABLE runs ADD COLUMN IF NOT EXISTS fleet VARCHAR;
CREATE TABLE IF NOT EXISTS working_sets (
  run VARCHAR, workload VARCHAR, source VARCHAR, "values" BIGINT, json_bytes DOUBLE,
  digest VARCHAR, schema VARCHAR);
-- Since layout 3; 0 where it was not counted.
ALTER TABLE working_sets ADD COLUMN IF NOT EXISTS leaves DOUBLE;
CREATE TABLE IF NOT EXISTS codecs (
  run VARCHAR, workload VARCHAR, codec VARCHAR, language VARCHAR, library VARCHAR,
  version VARCHAR, format VARCHAR, traits JSON, compiler VARCHAR, flags VARCHAR,
  allocator VARCHAR, operations JSON, same JSON);
-- Since layout 3: the documentation that the codec's file follows.
ALTER TABLE codecs ADD COLUMN IF NOT EXISTS page VARCHAR;
-- Since layout 3: the day when the measured version of the library was released; '' if nobody knows.
ALTER TABLE codecs ADD COLUMN IF NOT EXISTS released VARCHAR;
CREATE TABLE IF NOT EXISTS verdicts (
  run VARCHAR, workload VARCHAR, codec VARCHAR, status VARCHAR, note VARCHAR,
  encoded_bytes BIGINT);
CREATE TABLE IF NOT EXISTS sizes (
  run VARCHAR, workload VARCHAR, codec VARCHAR, gzip_bytes DOUBLE, zstd_bytes DOUBLE,
  "values" BIGINT);
CREATE TABLE IF NOT EXISTS samples (
  run VARCHAR, workload VARCHAR, codec VARCHAR, operation VARCHAR, wave INTEGER, round INTEGER,
  ns BIGINT, items BIGINT, kernel_before_ns BIGINT, kernel_after_ns BIGINT, compiling_ns BIGINT);
-- Since layout 3; -1 where the system does not say.
ALTER TABLE samples ADD COLUMN IF NOT EXISTS taken_s DOUBLE;
ALTER TABLE samples ADD COLUMN IF NOT EXISTS processor INTEGER;
ALTER TABLE samples ADD COLUMN IF NOT EXISTS interrupted BIGINT;
CREATE TABLE IF NOT EXISTS allocations (
  run VARCHAR, workload VARCHAR, codec VARCHAR, operation VARCHAR, items BIGINT,
  allocations BIGINT, allocated_bytes BIGINT);
CREATE TABLE IF NOT EXISTS memory (
  run VARCHAR, workload VARCHAR, codec VARCHAR, peak_rss_bytes BIGINT);
CREATE TABLE IF NOT EXISTS endings (
  run VARCHAR, workload VARCHAR, codec VARCHAR, operation VARCHAR, status VARCHAR, note VARCHAR);
-- Workloads that a run is done with.
CREATE TABLE IF NOT EXISTS workload_ends (run VARCHAR, workload VARCHAR);
-- What `serbench cost` compressed: which messages a codec wrote, by digest, and each set of them, which
-- is a workload of the run: so many values of the codec's in a message.
CREATE TABLE IF NOT EXISTS cost_messages (
  run VARCHAR, workload VARCHAR, codec VARCHAR, digest VARCHAR, "values" BIGINT);
CREATE TABLE IF NOT EXISTS cost_sets (
  run VARCHAR, name VARCHAR, workload VARCHAR, digest VARCHAR, mode VARCHAR, per_message DOUBLE);
-- What `serbench files` measures; `runs` holds its runs too.
CREATE TABLE IF NOT EXISTS file_samples (
  run VARCHAR, workload VARCHAR, codec VARCHAR, cores VARCHAR, operation VARCHAR, kind VARCHAR,
  repeat INTEGER, "values" BIGINT, bytes BIGINT, total_ns BIGINT, codec_ns BIGINT, io_ns BIGINT,
  cold BOOLEAN);
CREATE TABLE IF NOT EXISTS file_endings (
  run VARCHAR, workload VARCHAR, codec VARCHAR, operation VARCHAR, status VARCHAR, note VARCHAR);
CREATE TABLE IF NOT EXISTS file_memory (
  run VARCHAR, workload VARCHAR, codec VARCHAR, cores VARCHAR, peak_rss_bytes BIGINT);
CREATE TABLE IF NOT EXISTS file_fio (run VARCHAR, operation VARCHAR, bytes_per_s DOUBLE);
-- What `serbench study` measures: its rows by the study's names for them, since two rows may be of
-- one codec. `runs`, `working_sets` and `codecs` hold its runs too.
CREATE TABLE IF NOT EXISTS study_rows (
  run VARCHAR, workload VARCHAR, "row" VARCHAR, codec VARCHAR, operations JSON);
CREATE TABLE IF NOT EXISTS study_verdicts (
  run VARCHAR, workload VARCHAR, "row" VARCHAR, status VARCHAR, note VARCHAR,
  encoded_bytes BIGINT);
CREATE TABLE IF NOT EXISTS study_samples (
  run VARCHAR, workload VARCHAR, "row" VARCHAR, operation VARCHAR, iteration INTEGER, ns BIGINT,
  kernel_before_ns BIGINT, kernel_after_ns BIGINT);
-- What `serbench interop` finds; `runs`, `working_sets` and `codecs` hold its runs too.
CREATE TABLE IF NOT EXISTS interop_cells (
  run VARCHAR, workload VARCHAR, wire VARCHAR, writer VARCHAR, reader VARCHAR, outcome VARCHAR,
  "values" BIGINT, wrong BIGINT, "case" VARCHAR, path VARCHAR, expected VARCHAR, found VARCHAR,
  said VARCHAR);
CREATE TABLE IF NOT EXISTS interop_lacks (
  run VARCHAR, workload VARCHAR, wire VARCHAR, codec VARCHAR, "case" VARCHAR, said VARCHAR);
-- What `serbench robustness` finds, and the bytes that ended a decoder.
CREATE TABLE IF NOT EXISTS robustness (
  run VARCHAR, workload VARCHAR, codec VARCHAR, version VARCHAR, cases BIGINT, counts JSON,
  changed_share DOUBLE, unproven VARCHAR);
ALTER TABLE robustness ADD COLUMN IF NOT EXISTS habits JSON;
ALTER TABLE robustness ADD COLUMN IF NOT EXISTS checked TEXT;
CREATE TABLE IF NOT EXISTS robustness_kept (
  run VARCHAR, workload VARCHAR, codec VARCHAR, kind VARCHAR, mutation VARCHAR, number BIGINT,
  said VARCHAR, data BLOB, changed BIGINT);
-- What `serbench evolve` finds.
CREATE TABLE IF NOT EXISTS evolution_cells (
  run VARCHAR, workload VARCHAR, codec VARCHAR, means VARCHAR, rule VARCHAR, place VARCHAR,
  "case" VARCHAR, direction VARCHAR, outcome VARCHAR, "values" BIGINT, alike BIGINT, path VARCHAR,
  written VARCHAR, "read" VARCHAR, said VARCHAR);
CREATE TABLE IF NOT EXISTS evolution_unproven (
  run VARCHAR, workload VARCHAR, codec VARCHAR, rule VARCHAR, said VARCHAR);
-- What `serbench verify --all` finds: chunks that have been through all codecs, what became of
-- their values, and of those that failed the first of each kind.
CREATE TABLE IF NOT EXISTS census_chunks (
  run VARCHAR, chunk BIGINT, read BIGINT, "values" BIGINT, json_bytes BIGINT, driver_bytes BIGINT);
-- Since layout 3: of the chunk's lines as they stood; sums of them do not depend on their order.
ALTER TABLE census_chunks ADD COLUMN IF NOT EXISTS line_bytes BIGINT;
ALTER TABLE census_chunks ADD COLUMN IF NOT EXISTS checksum VARCHAR;
CREATE TABLE IF NOT EXISTS census_found (
  run VARCHAR, codec VARCHAR, chunk BIGINT, written BIGINT, encoded_bytes BIGINT,
  unexamined BIGINT, cannot_hold BIGINT, differs BIGINT, refused BIGINT, crashed BIGINT,
  hung BIGINT);
CREATE TABLE IF NOT EXISTS census_failures (
  run VARCHAR, codec VARCHAR, kind VARCHAR, file VARCHAR, unit VARCHAR, number BIGINT,
  path VARCHAR, expected VARCHAR, found VARCHAR, said VARCHAR);
-- What `serbench footprint` finds, a row for each codec. A figure that a language has none of is NULL.
CREATE TABLE IF NOT EXISTS footprints (
  run VARCHAR, workload VARCHAR, codec VARCHAR, code_bytes BIGINT, small_code_bytes BIGINT,
  shared_bytes BIGINT, jar_bytes BIGINT, compile_s DOUBLE, dependencies BIGINT,
  dependencies_s DOUBLE, import_ms DOUBLE, import_rss_bytes BIGINT, note VARCHAR);
