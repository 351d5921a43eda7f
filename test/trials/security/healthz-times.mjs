// How long `/healthz` of an address takes, asked again and again from a process that does nothing else, as JSON [ms].
//   node healthz-times.mjs URL MILLISECONDS
const [url, forMs] = process.argv.slice(2);

const took = [];
for (const end = performance.now() + Number(forMs); performance.now() < end; ) {
  const began = performance.now();
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
  await answer?.text();
  // A request that fails or takes 30 s counts as that.
  took.push(answer?.ok === true ? performance.now() - began : 30_000);
}
process.stdout.write(JSON.stringify(took));
