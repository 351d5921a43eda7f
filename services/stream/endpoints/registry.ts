import type { Endpoint } from '../../http/endpoint.ts';
import { getStream } from './get-stream.ts';
import type { StreamDependencies } from './stream-dependencies.ts';

/** The endpoints of what happens, as it happens. */
export const STREAM_ENDPOINTS: readonly Endpoint<StreamDependencies>[] = [getStream];
