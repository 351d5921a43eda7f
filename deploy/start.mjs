// What `npm start` runs once the build is there: the whole system on embedded parts, with the demonstration network
// unless HALCYON_FEED says otherwise.
process.env.HALCYON_FEED ??= 'demo';
process.argv.push('run');
await import('../dist/bin/halcyon.js');
