import { PAGES, runPages } from './commands-of-the-pages.ts';

describe('the commands of the pages', function () {
  runPages(PAGES, this);
});
