import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { describeRoles } from '../../../services/api/describe-roles.ts';

describe('the table of roles in docs/security.md', () => {
  it('is what the endpoints say (npx tsx services/api/describe-roles.ts)', () => {
    const page = readFileSync(packageFile('docs', 'security.md'), 'utf8');
    const [, section = ''] = page.split('## Roles and operations\n');
    const lines = section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|'));
    assert.equal(`${lines?.join('\n')}\n`, describeRoles());
  });

  it('has what is written for curators, and nothing to read for a feed', () => {
    const row = (operation: string) =>
      describeRoles()
        .split('\n')
        .find((line) => line.includes(`\`${operation}\``));
    assert.equal(row('GET /dmm/api/v1/dataset'), '| `GET /dmm/api/v1/dataset` | yes | yes | yes |  | yes |');
    assert.equal(row('PUT /api/v1/stations/:id'), '| `PUT /api/v1/stations/:id` |  |  | yes |  | yes |');
    assert.equal(row('POST /api/v1/observations'), '| `POST /api/v1/observations` |  |  | yes | yes | yes |');
  });
});
