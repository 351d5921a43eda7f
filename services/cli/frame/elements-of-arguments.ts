import { packagedElement } from '../../../schemas/elements/packaged-elements.ts';

/*
 * Elements that `--variables` names are kept by this process as if HALCYON_ELEMENTS named them. Imported first: whatever is loaded
 * after it reads the setting.
 */
const given = process.argv.flatMap((argument, k) => {
  if (argument === '--variables') return process.argv[k + 1] ?? '';
  return argument.startsWith('--variables=') ? argument.slice('--variables='.length) : [];
});
const asked = given.flatMap((list) => list.split(',')).flatMap((name) => packagedElement(name.trim())?.name ?? []);
const kept = (process.env['HALCYON_ELEMENTS'] ?? '').split(',').map((name) => name.trim());
const all = [...new Set([...kept, ...asked])].filter((name) => name !== '');
if (asked.length > 0) process.env['HALCYON_ELEMENTS'] = all.join(',');
