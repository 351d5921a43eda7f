import { isNamed, namedFields } from './named-fields.ts';

/** Fields of `TemporalConfig` by name. */
export interface TemporalFields {
  readonly method?: string;
  readonly window_hours?: number;
  readonly windowHours?: number;
  readonly threshold?: number;
}

/** Fields of `SpatialConfig` by name. */
export interface SpatialFields {
  readonly enabled?: boolean;
  readonly method?: string;
  readonly neighbor_radius_km?: number;
  readonly neighborRadiusKm?: number;
}

/** Which temporal method judges, against how much history; values are validated by `detect`. */
export class TemporalConfig {
  readonly method: string;
  /** Whole hours, 1 to 168. */
  readonly window_hours: number;
  /** Score beyond which the method flags; null: the method's own. */
  readonly threshold: number | null;

  /** @param method name of the method, or all fields as one object */
  constructor(method: string | TemporalFields = {}, windowHours?: number, threshold?: number) {
    const fields = isNamed(method)
      ? namedFields({ ...method }, ['method', 'window_hours', 'threshold'], 'TemporalConfig')
      : { method, window_hours: windowHours, threshold };
    this.method = (fields.method ?? 'arima') as string;
    this.threshold = (fields.threshold ?? null) as number | null;
    this.window_hours = (fields.window_hours ?? 6) as number;
  }

  get windowHours(): number {
    return this.window_hours;
  }
}

/** Whether and how anomalies are verified against neighbouring stations; values are validated by `detect`. */
export class SpatialConfig {
  readonly enabled: boolean;
  readonly method: string;
  /** Above 0 to 1,000 km. */
  readonly neighbor_radius_km: number;

  /** @param enabled true to verify, or all fields as one object */
  constructor(enabled: boolean | SpatialFields = {}, method?: string, neighborRadiusKm?: number) {
    const fields = isNamed(enabled)
      ? namedFields({ ...enabled }, ['enabled', 'method', 'neighbor_radius_km'], 'SpatialConfig')
      : { enabled, method, neighbor_radius_km: neighborRadiusKm };
    this.enabled = (fields.enabled ?? false) as boolean;
    this.method = (fields.method ?? 'pearson') as string;
    this.neighbor_radius_km = (fields.neighbor_radius_km ?? 100) as number;
  }

  get neighborRadiusKm(): number {
    return this.neighbor_radius_km;
  }
}
