import { parsePush } from '../../ingest/feeds/push/parse-push.ts';
import type { HttpDependencies } from '../api/http-dependencies.ts';
import { auditFolder } from '../audit/audit-files.ts';
import { NO_AUDIT_LOG } from '../audit/audit-log.ts';
import { auditTrail } from '../audit-trail/read-audit.ts';
import { detect } from '../detection/detect.ts';
import { readDetection } from '../detection/detection-request.ts';
import { KeptStates } from '../detection/kept-states.ts';
import { outagesOfNetwork } from '../detection/outages-of-network.ts';
import { SilentSensors } from '../detection/silent-sensors.ts';
import { KeptReadings } from '../duty/kept-readings.ts';
import { letterDecoder } from '../observations/bufr/letter-decoder.ts';
import { CataloguePatterns } from '../patterns/pattern-store.ts';
import { DEFAULT_NETWORK } from '../stations/default-network.ts';
import { catalogueCopy } from '../stores/postgres/catalogue-copy.ts';
import { absent } from './absent.ts';
import { NO_INTAKE } from './no-intake.ts';
import type { OpenedParts } from './opened-parts.ts';
import { registerAll } from './register-stations.ts';
import type { AssemblyOptions } from './system-options.ts';

/** What the HTTP services of a process rest on, of what is open in it. */
export function httpDependenciesOf(
  options: AssemblyOptions,
  opened: OpenedParts,
  readiness: HttpDependencies['readiness'],
): HttpDependencies {
  const { configuration, parts, now, logger } = options;
  const { store, pipeline, catalogue, access, experts, datasets, stream, alerts, drawer } = opened;
  const { identity } = access;
  const intake = pipeline?.intake ?? NO_INTAKE;
  // The map and the page Now read the reports of days once for both.
  const silences = new SilentSensors();
  return {
    ...{ configuration, parts, store, intake, parsePush, drawer, readiness, now },
    letters: store,
    bufr: letterDecoder(configuration, logger),
    homes: intake.homes,
    registerStations: (registrations) => registerAll(intake, DEFAULT_NETWORK, registrations),
    detect: async (source, body, signal) => {
      const { latenessSlots, hindsightSlots } = configuration;
      const request = readDetection(body, { now: now(), latenessSlots, hindsightSlots });
      return (await detect(source, request, { signal })).report;
    },
    outages: (source, request, signal) => outagesOfNetwork(source, request, now(), signal),
    experts: experts.rules,
    states: new KeptStates(() => performance.now(), silences),
    readings: new KeptReadings(() => performance.now(), silences),
    stream: stream?.hub ?? absent('stream'),
    logFailure: (line, cause) => logger.of('http').error(line, { cause }),
    ...(options.logAccess !== undefined && { logAccess: options.logAccess }),
    metrics: options.metrics,
    audit: opened.audit ?? NO_AUDIT_LOG,
    auditTrail: auditTrail(auditFolder(configuration.data)),
    access: { verifier: access.verifier, rolePrefix: configuration.rolePrefix },
    patterns: catalogue === null ? absent('catalogue') : new CataloguePatterns(catalogue, now),
    datasets: datasets.parts,
    alerts: alerts.parts,
    ...(catalogue !== null && { copyCatalogue: () => catalogueCopy(catalogue) }),
    ...(identity !== null && { identity }),
    people: peopleOf(options, identity),
  };
}

/** Who administers people asks the identity service, and names networks that there are. */
function peopleOf(
  { configuration, opened }: Pick<AssemblyOptions, 'configuration' | 'opened'>,
  identity: OpenedParts['access']['identity'],
): HttpDependencies['people'] {
  if (identity === null) return absent('identity service');
  const networks = async () => opened?.networks() ?? null;
  return { ...identity, networks, guarded: configuration.auth === 'required' };
}
