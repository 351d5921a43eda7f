import type { FileLimits } from '../../ingest/feeds/import/limits-file.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { EVERY_STATION } from '../../schemas/expert-rule.ts';
import type { LimitsList } from '../../schemas/http/answers/limits-list.ts';
import type { Station } from '../../schemas/station.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { recordedWork, withCommandAudit } from '../audit/command-audit.ts';
import { limitsList } from '../experts/limits-list.ts';
import { newLimits } from '../experts/new-rule.ts';
import { CatalogueRules } from '../experts/rule-register.ts';
import { answeredError } from '../local/answered-error.ts';
import { askLocally, type LocalRequest } from '../local/services-socket.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { reachCatalogue } from './reach-catalogue.ts';

/** A variable of a station, or of a whole network, of which limits are set. */
interface LimitsPlace {
  readonly network: string;
  /** Identifier, or EVERY_STATION. */
  readonly station: string;
  readonly variable: Variable;
}

/** Where a command sets limits: a running system, or the catalogue itself. */
export interface LimitsKeeper {
  /** As `GET /api/v1/limits` answers. */
  list(network: string | null, station: Station | null): Promise<LimitsList>;
  /** Sets limits from now on, in place of those that were set. */
  set(network: string, limits: FileLimits): Promise<void>;
  /** Takes back the limits that are set; false where none are. */
  clear(place: LimitsPlace): Promise<boolean>;
}

/**
 * Does a command's work on the limits that people set: through the running system that holds the embedded catalogue, else
 * on the catalogue itself, of which systems that run learn within seconds.
 *
 * @throws HalcyonError what the work, the running system or the catalogue throws
 */
export function withLimits<T>(
  configuration: Pick<Configuration, 'postgresUrl' | 'data'>,
  now: () => number,
  logFailure: (line: string, cause: unknown) => void,
  work: (keeper: LimitsKeeper) => Promise<T>,
): Promise<T> {
  return reachCatalogue(configuration, {
    throughSystem: (socket) => work(new SystemLimits(socket)),
    onCatalogue: async (catalogue) => {
      try {
        return await withCommandAudit(configuration, now, logFailure, (audit) =>
          work(new CatalogueLimits(catalogue, audit, now)),
        );
      } finally {
        await catalogue.close();
      }
    },
  });
}

/**
 * The limits that apply to a station or a network, and those that are set there, as `GET /api/v1/limits` answers. Makes no
 * catalogue: where there is none, nothing is set.
 *
 * @throws HalcyonError what the running system or the catalogue throws
 */
export function readLimits(
  configuration: Pick<Configuration, 'postgresUrl' | 'data'>,
  network: string | null,
  station: Station | null,
): Promise<LimitsList> {
  return reachCatalogue(configuration, {
    throughSystem: (socket) => new SystemLimits(socket).list(network, station),
    onCatalogue: async (catalogue) => {
      try {
        return await limitsList(new CatalogueRules(catalogue, () => undefined), network, station);
      } finally {
        await catalogue.close();
      }
    },
    onNothing: () => limitsList({ rules: async () => [] }, network, station),
  });
}

/** Whoever may open the data folder is `local`, as to a system without access control. */
const BY = 'local';

class CatalogueLimits implements LimitsKeeper {
  readonly #rules: CatalogueRules;
  readonly #audit: AuditLog;
  readonly #now: () => number;

  constructor(catalogue: Catalogue, audit: AuditLog, now: () => number) {
    this.#audit = audit;
    this.#rules = new CatalogueRules(catalogue, () => undefined);
    this.#now = now;
  }

  list(network: string | null, station: Station | null): Promise<LimitsList> {
    return limitsList(this.#rules, network, station);
  }

  async set(network: string, { station, variable, limits, reason }: FileLimits): Promise<void> {
    const entering = { by: BY, reason, at: this.#now() };
    await recordedWork(this.#audit, { action: 'limits.set', ...aboutLimits({ network, station, variable }) }, () =>
      this.#rules.enter(newLimits(network, station, variable, limits, entering)),
    );
  }

  async clear({ network, station, variable }: LimitsPlace): Promise<boolean> {
    const now = this.#now();
    const set = await this.#rules.rules({ kind: 'limits', network, station, inForce: true });
    const rule = set.find(({ variables }) => variables.includes(variable));
    if (rule === undefined) return false;
    const event = { action: 'limits.remove', ...aboutLimits({ network, station, variable }) } as const;
    return recordedWork(this.#audit, event, async () => {
      return (await this.#rules.end(rule, { by: BY, now, at: now })) !== null;
    });
  }
}

function aboutLimits({ network, station, variable }: LimitsPlace) {
  const about = station === EVERY_STATION ? { kind: 'network', id: network } : { kind: 'station', id: station };
  return { about, network, detail: variable };
}

class SystemLimits implements LimitsKeeper {
  readonly #socket: string;

  /** @param socket Unix socket of the running system's services */
  constructor(socket: string) {
    this.#socket = socket;
  }

  async list(network: string | null, station: Station | null): Promise<LimitsList> {
    const asked = new URLSearchParams({
      ...(network !== null && { network }),
      ...(station !== null && { station: station.id }),
    });
    return (await this.#ask('GET', `/api/v1/limits?${asked}`)) as LimitsList;
  }

  async set(network: string, { station, variable, limits, reason }: FileLimits): Promise<void> {
    const { failLow, failHigh, suspectLow, suspectHigh } = limits;
    const spans = { fail: { low: failLow, high: failHigh }, suspect: { low: suspectLow, high: suspectHigh } };
    await this.#ask('PUT', pathOf({ network, station, variable }), { ...spans, reason });
  }

  async clear(place: LimitsPlace): Promise<boolean> {
    const { ended } = (await this.#ask('DELETE', pathOf(place))) as { readonly ended: unknown };
    return ended !== null;
  }

  async #ask(method: LocalRequest['method'], path: string, sent?: object): Promise<unknown> {
    const content = { contentType: sent === undefined ? '' : 'application/json', body: JSON.stringify(sent) ?? '' };
    const { status, body } = await askLocally(this.#socket, { method, path, ...content });
    if (status !== 200) throw answeredError(status, body);
    return JSON.parse(body);
  }
}

function pathOf({ network, station, variable }: LimitsPlace): string {
  const name = encodeURIComponent(network);
  if (station === EVERY_STATION) return `/api/v1/networks/${name}/limits/${variable}`;
  return `/api/v1/stations/${encodeURIComponent(station)}/limits/${variable}?network=${name}`;
}
