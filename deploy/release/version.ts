/** Major, minor and patch of a version. */
export type Version = readonly [number, number, number];

/** Reads a version such as 1.2.3 (Semantic Versioning 2.0.0, without pre-releases); null where it is none. */
export function readVersion(text: string): Version | null {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Below 0 where the first is older, above 0 where it is newer. */
export function compareVersions(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/**
 * Why a version cannot follow another; null where it can. Changes that break something raise the major version, or the
 * minor one before 1.0.0.
 *
 * @param last version that was released; null where there is none
 */
export function wrongStep(next: Version, last: Version | null, breaks: boolean): string | null {
  if (last === null) return null;
  if (compareVersions(next, last) <= 0) return `${next.join('.')} is not newer than ${last.join('.')}`;
  const raised = last[0] === 0 ? next[0] > 0 || next[1] > last[1] : next[0] > last[0];
  if (!breaks || raised) return null;
  const least = last[0] === 0 ? `0.${last[1] + 1}.0` : `${last[0] + 1}.0.0`;
  return `the changes break something: the version should be ${least} or later`;
}

/** A place that holds the version of the package. */
interface VersionPlace {
  readonly file: string;
  /** Matches each mention, the version alone. */
  readonly mention: RegExp;
}

/** Every place outside the history that holds the version. */
export const VERSION_PLACES: readonly VersionPlace[] = [
  { file: 'package.json', mention: /(?<=^ {2}"version": ")[^"]+/m },
  { file: 'package-lock.json', mention: /(?<="name": "halcyon",\n +"version": ")[^"]+/g },
  { file: 'deploy/helm/halcyon/Chart.yaml', mention: /(?<=^(?:version|appVersion): )\S+/gm },
  { file: 'deploy/kubernetes/base/kustomization.yaml', mention: /(?<=newTag: )\S+/g },
  { file: 'deploy/compose/compose.yaml', mention: /(?<=image: halcyon-servers:)\S+/g },
  { file: 'deploy/container/Dockerfile', mention: /(?<=--tag halcyon(?:-servers)?:)\d+\.\d+\.\d+/g },
  { file: 'deploy/README.md', mention: /(?<=halcyon(?:-servers)?:)\d+\.\d+\.\d+/g },
  { file: 'deploy/kubernetes/README.md', mention: /(?<=halcyon-servers:)\d+\.\d+\.\d+/g },
];
