import { runPages } from './commands-of-the-pages.ts';

// Those of the other pages: npm run test:pages.
describe('the commands of the first page', function () {
  runPages(['README.md'], this);
});
