// Asks the registry which shipped packages have known weaknesses:
//   npm run audit
// Ends with 1 where one of them is high or critical. A registry that does not answer, as many mirrors do not, is said and
// is no failure: nothing is known then, neither good nor bad.
import { spawnSync } from 'node:child_process';
import { root, shippedPackages } from './shipped-packages.mjs';

/** The answer of npm; development packages are asked for too, as the files of some are in the pages. */
function auditOfAll() {
  const words = ['audit', '--package-lock-only', '--json'];
  const { stdout, stderr, error } = spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: error?.message ?? (stderr.trim() || undefined) };
  }
}

const answer = auditOfAll();
if (answer.vulnerabilities === undefined) {
  console.log(`The registry does not answer audits: ${answer.message ?? answer.error?.summary ?? 'no reason given'}`);
} else {
  const shipped = shippedPackages();
  const found = Object.values(answer.vulnerabilities).filter(({ nodes }) => nodes.some((path) => shipped.has(path)));
  const others = Object.keys(answer.vulnerabilities).length - found.length;
  for (const { name, severity, nodes, via } of found) {
    const versions = nodes.flatMap((path) => shipped.get(path)?.version ?? []);
    const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : `${cause.title} ${cause.url}`));
    console.log(`${severity}: ${name} ${versions.join(', ')}: ${titles.join('; ')}`);
  }
  console.log(
    `${found.length} of ${shipped.size} shipped packages have known weaknesses (and ${others} for development).`,
  );
  if (found.some(({ severity }) => severity === 'high' || severity === 'critical')) process.exitCode = 1;
}
