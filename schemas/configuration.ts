import { HalcyonError, type Problem } from './errors.ts';
import {
  CHECK_NAMES,
  type JudgementConfiguration,
  SPATIAL_METHOD_NAMES,
  TEMPORAL_METHOD_NAMES,
} from './judgement-configuration.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import * as setting from './settings.ts';
import { SIGNING_ALGORITHMS } from './signing-algorithms.ts';
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts';
import { VARIABLES } from './variables.ts';

const [MiB, GiB] = [2 ** 20, 2 ** 30];

/** The configuration table: every environment variable that Halcyon reads. */
export const SETTINGS = {
  host: setting.text('127.0.0.1', { name: 'HALCYON_HOST', meaning: 'address the services listen on' }),
  port: setting.integer(0, 65535, 8080, { name: 'PORT', meaning: 'port the services listen on; 0 takes a free one' }),
  publicUrl: setting.address({
    name: 'HALCYON_PUBLIC_URL',
    meaning: 'how clients reach the services; from host and port where not given',
  }),
  corsOrigins: setting.text('', {
    name: 'HALCYON_CORS_ORIGINS',
    meaning: 'comma-separated origins of web pages that may call the services',
  }),
  data: setting.dataFolder({
    name: 'HALCYON_DATA',
    meaning: 'folder of everything embedded; the command line finds a running system through it',
  }),
  database: setting.text('', {
    name: 'HALCYON_DATABASE',
    meaning: 'what the command line reads; CLICKHOUSE_URL or the store in HALCYON_DATA where not given',
  }),
  clickhouseUrl: setting.url({
    name: 'CLICKHOUSE_URL',
    meaning: 'time-series store on a ClickHouse server; embedded where not given',
  }),
  postgresUrl: setting.url(
    { name: 'POSTGRES_URL', meaning: 'catalogue on a PostgreSQL server; embedded where not given' },
    ['postgres:', 'postgresql:'],
  ),
  s3Endpoint: setting.url({
    name: 'S3_ENDPOINT',
    meaning: "S3-compatible store of the datasets' files; folders in HALCYON_DATA where not given",
  }),
  s3BucketPrefix: setting.text('', {
    name: 'HALCYON_S3_BUCKET_PREFIX',
    meaning: 'in front of the names of the buckets scratchpad, dataset and results',
  }),
  s3Region: setting.text('us-east-1', { name: 'AWS_REGION', meaning: 'region of the S3-compatible store' }),
  s3AccessKey: setting.text('', {
    name: 'AWS_ACCESS_KEY_ID',
    meaning: 'access key of the S3-compatible store; what the AWS SDK finds where not given',
  }),
  s3SecretKey: setting.text('', { name: 'AWS_SECRET_ACCESS_KEY', meaning: 'its secret' }),
  uploadLimit: setting.bytes(1, 2 ** 42, 2 * GiB, {
    name: 'HALCYON_UPLOAD_LIMIT',
    meaning: 'largest file of a dataset that can be uploaded',
  }),
  scratchpadMs: setting.interval(3_600_000, 2_592_000_000, 604_800_000, {
    name: 'HALCYON_SCRATCHPAD_TIME',
    meaning: 'how long uploaded files wait for their dataset to be registered before they are removed',
  }),
  queryTimeMs: setting.interval(1_000, 3_600_000, 120_000, {
    name: 'HALCYON_QUERY_TIME',
    meaning: 'how long a query over datasets may run',
  }),
  queryMemory: setting.bytes(128 * MiB, 2 ** 42, GiB, {
    name: 'HALCYON_QUERY_MEMORY',
    meaning: 'memory of a query over datasets; what it sorts and joins beyond that goes to its folder on disk',
  }),
  queryRows: setting.integer(1, 1_000_000_000, 10_000_000, {
    name: 'HALCYON_QUERY_ROWS',
    meaning: 'rows that the result of a query over datasets may have',
  }),
  queryOutput: setting.bytes(1024, 2 ** 42, 2 * GiB, {
    name: 'HALCYON_QUERY_OUTPUT',
    meaning: 'size that the result of a query over datasets may have',
  }),
  queriesAtOnce: setting.integer(1, 64, 2, {
    name: 'HALCYON_QUERIES_AT_ONCE',
    meaning: 'queries over datasets that run at once; others wait, each caller in turn',
  }),
  kafkaBrokers: setting.hosts({
    name: 'KAFKA_BROKERS',
    meaning: 'event log on Kafka: comma-separated host:port of some brokers; embedded where not given',
  }),
  schemaRegistryUrl: setting.url({
    name: 'SCHEMA_REGISTRY_URL',
    meaning: 'schema registry with the Confluent API; needed with KAFKA_BROKERS',
  }),
  kafkaPrefix: setting.text('', {
    name: 'HALCYON_KAFKA_PREFIX',
    meaning: 'in front of every topic, group and subject, where several installations share a cluster',
  }),
  kafkaPartitions: setting.integer(1, 1000, 12, {
    name: 'HALCYON_KAFKA_PARTITIONS',
    meaning: 'partitions of the topics that are split by station: as many processes can share a stage',
  }),
  kafkaReplication: setting.integer(1, 9, 1, {
    name: 'HALCYON_KAFKA_REPLICATION',
    meaning: 'copies of each partition; 3 on three brokers or more',
  }),
  kafkaCompression: setting.oneOf(['none', 'gzip'] as const, 'none', {
    name: 'HALCYON_KAFKA_COMPRESSION',
    meaning: 'compression of what is sent to the brokers',
  }),
  kafkaTls: setting.flag(false, { name: 'HALCYON_KAFKA_TLS', meaning: 'TLS to the brokers' }),
  kafkaCa: setting.text('', {
    name: 'HALCYON_KAFKA_CA',
    meaning: 'file of the certificates that are trusted (PEM); those of Node.js where not given',
  }),
  kafkaCert: setting.text('', {
    name: 'HALCYON_KAFKA_CERT',
    meaning: "file of this client's certificate (PEM), where the brokers ask for one",
  }),
  kafkaKey: setting.text('', { name: 'HALCYON_KAFKA_KEY', meaning: 'file of its key (PEM)' }),
  kafkaSasl: setting.oneOf(['none', 'plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const, 'none', {
    name: 'HALCYON_KAFKA_SASL',
    meaning: 'how this client proves who it is to the brokers',
  }),
  kafkaUsername: setting.text('', {
    name: 'HALCYON_KAFKA_USERNAME',
    meaning: 'user name; with oauthbearer the client id',
  }),
  kafkaPasswordFile: setting.text('', {
    name: 'HALCYON_KAFKA_PASSWORD_FILE',
    meaning: 'file of the password; with oauthbearer of the client secret',
  }),
  kafkaTokenUrl: setting.url({
    name: 'HALCYON_KAFKA_TOKEN_URL',
    meaning: 'token endpoint (OAuth 2.0 client credentials), needed with oauthbearer',
  }),
  feed: setting.text('', {
    name: 'HALCYON_FEED',
    meaning:
      'comma-separated list of feeds: demo, geojson:<URL or file>, mqtt:<broker URL>, wis2:<broker URL>, what the observations leave open behind a #. Pushing is always possible',
  }),
  feedIntervalMs: setting.interval(5_000, 3_600_000, 60_000, {
    name: 'HALCYON_FEED_INTERVAL',
    meaning: 'time between two looks at a GeoJSON feed',
  }),
  demoStations: setting.integer(1, 1_000_000, 60, {
    name: 'HALCYON_DEMO_STATIONS',
    meaning: 'stations of the demonstration network',
  }),
  demoSeed: setting.integer(0, 4_294_967_295, 1, {
    name: 'HALCYON_DEMO_SEED',
    meaning: 'seed of the demonstration network',
  }),
  temporalMethod: setting.oneOf(TEMPORAL_METHOD_NAMES, 'arima', {
    name: 'HALCYON_TEMPORAL_METHOD',
    meaning: 'temporal method of the live stages',
  }),
  windowHours: setting.integer(1, 168, 6, {
    name: 'HALCYON_WINDOW_HOURS',
    meaning: 'history each value is judged against live [h]',
  }),
  threshold: setting.optional(
    setting.decimal(0, 1000, 1, {
      name: 'HALCYON_THRESHOLD',
      meaning: 'score beyond which the temporal method flags live, in its own scales',
    }),
    "the method's own",
  ),
  scores: setting.oneOf(['all', 'needed'], 'all', {
    name: 'HALCYON_SCORES',
    meaning:
      'which values judged live get a score: all of them, or only those that cannot be told to pass without; verdicts are the same',
  }),
  spatialMethod: setting.oneOf(SPATIAL_METHOD_NAMES, 'pearson', {
    name: 'HALCYON_SPATIAL_METHOD',
    meaning: 'how the live stages verify against neighbours',
  }),
  neighborRadiusKm: setting.decimal(0, 1000, 100, {
    name: 'HALCYON_NEIGHBOR_RADIUS_KM',
    meaning: 'largest distance of a neighbour live [km]',
  }),
  variables: setting.listOf(VARIABLES, VARIABLES, false, {
    name: 'HALCYON_VARIABLES',
    meaning: 'variables that are judged live',
  }),
  checks: setting.listOf(CHECK_NAMES, CHECK_NAMES, true, {
    name: 'HALCYON_CHECKS',
    meaning: 'common checks beside the method',
  }),
  latenessSlots: setting.duration(24, 2, {
    name: 'HALCYON_LATENESS',
    meaning: 'how late an observation may come and still be judged in its place',
  }),
  hindsightSlots: setting.duration(6, 1, {
    name: 'HALCYON_HINDSIGHT',
    meaning: 'how long a verdict waits for the neighbours to follow',
  }),
  webhookHosts: setting.hostNames({
    name: 'HALCYON_WEBHOOK_HOSTS',
    meaning:
      'hosts that alerts may be posted to, *. in front for all below a name, * for all public ones. Where not given, all public ones, and without access control those of private networks and, on loopback, this machine. Link-local and other special addresses never are',
  }),
  smtpUrl: setting.url(
    {
      name: 'HALCYON_SMTP_URL',
      meaning: 'mail server that alerts are sent by, with user and password where it asks for them',
    },
    ['smtp:', 'smtps:'],
  ),
  smtpFrom: setting.text('', {
    name: 'HALCYON_SMTP_FROM',
    meaning: 'sender of these e-mails; halcyon at the name of this machine where not given',
  }),
  auth: setting.oneOf(['off', 'required'] as const, 'off', {
    name: 'HALCYON_AUTH',
    meaning: 'access control; off is only allowed on loopback',
  }),
  authIssuer: setting.address({
    name: 'HALCYON_AUTH_ISSUER',
    meaning: 'issuer of another identity service, such as a realm of Keycloak, that is trusted instead of our own',
  }),
  authKeyHosts: setting.hostNames({
    name: 'HALCYON_AUTH_KEY_HOSTS',
    meaning:
      'hosts of private networks that the keys of HALCYON_AUTH_ISSUER may be at, where they are neither at its own host nor at a public one',
  }),
  rolePrefix: setting.text('', {
    name: 'HALCYON_ROLE_PREFIX',
    meaning: 'beginning of names of roles in tokens that is left out, such as dg_',
  }),
  keyFile: setting.optional(
    setting.text('', {
      name: 'HALCYON_KEY_FILE',
      meaning: 'file of the key that the signing keys are encrypted with; made where it is missing',
    }),
    'identity.key in HALCYON_DATA',
  ),
  signingAlgorithm: setting.oneOf(SIGNING_ALGORITHMS, 'RS256', {
    name: 'HALCYON_SIGNING_ALGORITHM',
    meaning: 'algorithm of signing keys that are made from now on',
  }),
  accessTokenMs: setting.interval(10_000, 86_400_000, 300_000, {
    name: 'HALCYON_ACCESS_TOKEN_LIFETIME',
    meaning: 'how long an access token is good',
  }),
  refreshTokenMs: setting.interval(60_000, 2_592_000_000, 1_800_000, {
    name: 'HALCYON_REFRESH_TOKEN_LIFETIME',
    meaning: 'how long a refresh token is good',
  }),
  observationQuota: setting.integer(0, 1e9, 600_000, {
    name: 'HALCYON_QUOTA_OBSERVATIONS',
    meaning: 'observations that one client may push a minute where access control is on; 0: as many as they like',
  }),
  stationQuota: setting.integer(0, 1e9, 20_000, {
    name: 'HALCYON_QUOTA_STATIONS',
    meaning: 'the same of stations that it registers an hour',
  }),
  uploadQuota: setting.bytes(0, 2 ** 50, 64 * GiB, {
    name: 'HALCYON_QUOTA_UPLOADS',
    meaning: 'the same of bytes of files of datasets a day',
  }),
  rowQuota: setting.integer(0, 1e12, 20_000_000, {
    name: 'HALCYON_QUOTA_ROWS',
    meaning: 'the same of rows of query results an hour',
  }),
  feedDays: setting.integer(1, 36_500, 31, {
    name: 'HALCYON_FEED_DAYS',
    meaning:
      'how many days back the role feed may report; older reports, and corrections of them, need the role curator',
  }),
  token: setting.text('', {
    name: 'HALCYON_TOKEN',
    meaning: 'access token that commands show to services; those on the socket in HALCYON_DATA need none',
  }),
  ...RETENTION_SETTINGS,
  streamSubscribers: setting.integer(1, 100_000, 2_000, {
    name: 'HALCYON_STREAM_SUBSCRIBERS',
    meaning: 'who may hear the stream of a process at once',
  }),
  trustProxy: setting.flag(false, {
    name: 'HALCYON_TRUST_PROXY',
    meaning: 'a proxy stands in front and says in X-Forwarded-For and X-Forwarded-Proto where a request came from',
  }),
  tlsCert: setting.text('', {
    name: 'HALCYON_TLS_CERT',
    meaning: 'file of the certificate of the services (PEM), those above it included; with it they serve https alone',
  }),
  tlsKey: setting.text('', { name: 'HALCYON_TLS_KEY', meaning: 'file of its key (PEM)' }),
  logFormat: setting.oneOf(['text', 'json'] as const, 'text', {
    name: 'HALCYON_LOG_FORMAT',
    meaning: 'lines of a process for people, or each as one JSON object for programs',
  }),
  accessLog: setting.flag(false, {
    name: 'HALCYON_ACCESS_LOG',
    meaning: 'a line for each request that was answered, without its query',
  }),
  ...TELEMETRY_SETTINGS,
} as const;

type ValueOf<S> = S extends setting.Setting<infer T> ? T : never;

/** Every setting with its value. */
export type Configuration = { readonly [K in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[K]> };

/**
 * Reads the configuration table from environment variables; an empty text counts as not given.
 *
 * @throws HalcyonError `invalid_configuration` that names every wrong setting at once
 */
export function readConfiguration(environment: setting.Environment): Configuration {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries(SETTINGS) as [string, setting.Setting<unknown>][]) {
    const given = environment[row.name];
    if (given === undefined || given === '') {
      values[key] = row.fallback(environment);
      continue;
    }
    const value = row.read(given);
    if (value === undefined) {
      const msg = `${row.name} is '${setting.withoutPassword(given)}', should be ${row.expected}`;
      problems.push({ loc: ['environment', row.name], msg, type: 'value_error' });
    }
    values[key] = value;
  }
  if (problems.length > 0) {
    throw new HalcyonError('invalid_configuration', problems.map((problem) => problem.msg).join('; '), { problems });
  }
  return values as Configuration;
}

/** How the live stages judge: always verified against the neighbours. */
export function liveJudgement(configuration: Configuration): JudgementConfiguration {
  const { temporalMethod, windowHours, threshold, checks, spatialMethod, neighborRadiusKm, variables } = configuration;
  const { latenessSlots, hindsightSlots } = configuration;
  return {
    temporalMethod,
    windowHours,
    threshold,
    checks,
    spatialVerify: true,
    spatialMethod,
    neighborRadiusKm,
    variables,
    latenessSlots,
    hindsightSlots,
  };
}
