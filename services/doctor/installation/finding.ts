/** How grave a finding is: `wrong` keeps the installation from working as its settings say, `warning` will or may. */
export const GRAVITIES = ['ok', 'warning', 'wrong'] as const;
export type Gravity = (typeof GRAVITIES)[number];

/** What a check has found. */
export interface Finding {
  readonly gravity: Gravity;
  /** What was looked at, in a few words: `data folder`. */
  readonly what: string;
  /** What was found. */
  readonly detail: string;
  /** What would be right, or what to do; '' where nothing is. */
  readonly remedy: string;
}

/** Something is as it should be. */
export function ok(what: string, detail: string): Finding {
  return { gravity: 'ok', what, detail, remedy: '' };
}

/** Something works, and should be looked at. */
export function warning(what: string, detail: string, remedy: string): Finding {
  return { gravity: 'warning', what, detail, remedy };
}

/** Something does not work. */
export function wrong(what: string, detail: string, remedy: string): Finding {
  return { gravity: 'wrong', what, detail, remedy };
}
