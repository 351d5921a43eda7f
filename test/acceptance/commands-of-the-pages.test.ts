import { runPages } from './commands-of-the-pages.ts';

// Those of the other pages: npm run test:pages.
describe('the commands of the first pages', function () {
  runPages(['README.md', 'docs/import.md', 'docs/http.md', 'docs/experts.md'], this);
});
