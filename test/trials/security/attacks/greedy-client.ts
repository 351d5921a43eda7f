import { type Attack, atMost } from '../attack.ts';
import { AttackedSystem } from '../attacked-system.ts';

const STREAMS = 200;

/** All places, taken by one token. */
export const greedyClient: Attack = {
  name: 'greed',
  title: `one client that opens ${STREAMS} streams and asks for detections without end`,
  async run({ folder }) {
    const system = await AttackedSystem.start(folder, {
      HALCYON_STREAM_SUBSCRIBERS: String(STREAMS),
      HALCYON_FEED: 'demo',
    });
    const stop = new AbortController();
    try {
      const [greedy, other] = [await system.bearerOf('greedy', 'user'), await system.bearerOf('other', 'user')];
      const open = (authorization: string) =>
        fetch(`${system.url}/api/v1/stream?types=alerts`, {
          headers: { Authorization: authorization },
          signal: stop.signal,
        });
      // Of what hardly happens, so that nobody is let go as too slow; answers are held on to: one that nobody holds is ended.
      const opened = await Promise.all(Array.from({ length: STREAMS }, () => open(greedy)));
      const others = await open(other);
      const detect = (authorization: string) =>
        system.ask(authorization, 'POST', '/api/v1/detect', { network: 'demo', window_hours: 24 });
      const greedyOnes = Array.from({ length: 20 }, () => detect(greedy));
      const own = await detect(other);
      await Promise.all(greedyOnes);
      return [
        atMost(`streams of one client, of ${STREAMS}`, opened.filter(({ ok }) => ok).length, STREAMS / 2),
        atMost('streams of another client refused meanwhile, of 1', others.ok ? 0 : 1, 0),
        atMost('detections of another client refused meanwhile, of 1', own.status === 200 ? 0 : 1, 0),
      ];
    } finally {
      stop.abort();
      await system.stop();
    }
  },
};
