import type { Scenario } from '../scenario.ts';
import { catalogueAway } from './catalogue-away.ts';
import { embedded } from './embedded.ts';
import { emptiedParts } from './emptied-parts.ts';
import { fullDisk } from './full-disk.ts';
import { fullDiskEmbedded } from './full-disk-embedded.ts';
import { joiningWorkers } from './joining-workers.ts';
import { killedProcesses } from './killed-processes.ts';
import { lateArrivals } from './late-arrivals.ts';
import { oneBrokerOfThree } from './one-broker-of-three.ts';
import { poison } from './poison.ts';
import { raisedPartitions } from './raised-partitions.ts';
import { registryAway } from './registry-away.ts';
import { releasedVersions } from './released-versions.ts';
import { restartedBroker } from './restarted-broker.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { shiftedClocks } from './shifted-clocks.ts';
import { storeAway } from './store-away.ts';

/** Every scenario, in the order in which they are run: those that wait long are the last. */
export const SCENARIOS: readonly Scenario[] = [
  embedded,
  killedProcesses,
  restartedBroker,
  oneBrokerOfThree,
  registryAway,
  lateArrivals,
  poison,
  shiftedClocks,
  fullDisk,
  emptiedParts,
  fullDiskEmbedded,
  joiningWorkers,
  raisedPartitions,
  rollingUpgrade,
  releasedVersions,
  catalogueAway,
  storeAway,
];
