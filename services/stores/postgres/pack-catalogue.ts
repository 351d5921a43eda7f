import { migrationsOf } from '../numbered-migrations.ts';
import { packCatalogue } from './make-packed-catalogue.ts';
import { packedCatalogue } from './packed-catalogue.ts';

// npm run build:catalogue: packs what the first start of a system unpacks.
await packCatalogue(packedCatalogue(await migrationsOf('postgres')));
