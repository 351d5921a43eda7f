import type { Check } from '../installation/installation.ts';
import { catalogue } from './catalogue.ts';
import { dataFolder } from './data-folder.ts';
import { deadLetters } from './dead-letters.ts';
import { feeds } from './feeds.ts';
import { fileStorage } from './file-storage.ts';
import { identity } from './identity.ts';
import { kafka } from './kafka.ts';
import { listening } from './listening.ts';
import { mailServer } from './mail-server.ts';
import { nodeVersion } from './node-version.ts';
import { runningSystem } from './running-system.ts';
import { schemaRegistry } from './schema-registry.ts';
import { settings } from './settings.ts';
import { stations } from './stations.ts';
import { store } from './store.ts';
import { tlsFiles } from './tls-files.ts';

/** Every check, in the order in which their findings are told: what others rest on comes first. */
export const CHECKS: readonly Check[] = [
  nodeVersion,
  settings,
  dataFolder,
  listening,
  tlsFiles,
  store,
  catalogue,
  kafka,
  schemaRegistry,
  fileStorage,
  feeds,
  mailServer,
  identity,
  runningSystem,
  deadLetters,
  stations,
];
