import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../schemas/package-root.ts';

/** One in so many bytes is looked at. */
const SAMPLING_BYTES = 512;

/** What a function put on the heap, itself and not what it called. */
export interface Allocation {
  /** Its name and file in the package: `judge, detectors/methods/arima.ts`. */
  readonly by: string;
  readonly bytes: number;
}

interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly selfSize: number;
  readonly children: readonly ProfileNode[];
}

/** The heap profile of some work: what was allocated meanwhile, what is free again by its end too, most first. */
export async function heapProfile(work: () => void): Promise<Allocation[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: SAMPLING_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    work();
    const { profile } = await session.post('HeapProfiler.stopSampling');
    const bytes = new Map<string, number>();
    const add = ({ callFrame, selfSize, children }: ProfileNode): void => {
      const by = placeOf(callFrame);
      if (selfSize > 0) bytes.set(by, (bytes.get(by) ?? 0) + selfSize);
      for (const child of children) add(child);
    };
    add(profile.head);
    return Array.from(bytes, ([by, size]) => ({ by, bytes: size })).sort((a, b) => b.bytes - a.bytes);
  } finally {
    session.disconnect();
  }
}

function placeOf({ functionName, url }: ProfileNode['callFrame']): string {
  const name = functionName || 'a function without a name';
  if (!url.startsWith('file:')) return url === '' ? name : `${name}, ${url}`;
  return `${name}, ${relative(packageFile('.'), fileURLToPath(url))}`;
}
