import { packCluster } from './empty-cluster.ts';

// npm run build:catalogue: packs what the first start of a system unpacks.
await packCluster();
