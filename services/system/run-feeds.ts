import type { Feed, FeedContext } from '../../ingest/feeds/feed.ts';

/**
 * Runs feeds side by side; one that ends by a fault is told and holds up no other.
 *
 * @returns ends them
 */
export function runFeeds(feeds: readonly Feed[], run: Omit<FeedContext, 'signal'>): () => Promise<void> {
  const feeding = new AbortController();
  const running = feeds.map((feed) =>
    feed
      .run({ ...run, signal: feeding.signal })
      .catch((error) => run.logger.error(`feed ${feed.name} ended`, { feed: feed.name, cause: error })),
  );
  return async () => {
    feeding.abort();
    await Promise.all(running);
  };
}
