import type { ResolveHook } from 'node:module';

const OF_THE_PRODUCT = '/services/system/open-pipeline.js';
const OF_THE_CANDIDATE = '/bench/one-runtime/candidate/open-pipeline.js';

/** Has the product open the candidate's pipeline in the place of its own. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  if (!resolved.url.endsWith(OF_THE_PRODUCT) || context.parentURL?.endsWith(OF_THE_CANDIDATE) === true) return resolved;
  return { ...resolved, url: resolved.url.replace(OF_THE_PRODUCT, OF_THE_CANDIDATE) };
};
