import assert from 'node:assert/strict';
import { brokerProperties } from '../../../deploy/servers/broker-properties.ts';

describe('settings of a broker', () => {
  const ports = (first: number) => ({ clients: first, controller: first + 1 });
  const settings = (node: number, brokers: number): Map<string, string> => {
    const all = Array.from({ length: brokers }, (_, i) => ports(1_000 * (i + 1)));
    const lines = brokerProperties({ folder: '/f', node, all }, '/f/data').trim().split('\n');
    return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  };

  it('have its own topics copied where there are three, so that one may be missing', () => {
    const third = settings(3, 3);
    assert.equal(third.get('node.id'), '3');
    assert.equal(third.get('controller.quorum.voters'), '1@127.0.0.1:1001,2@127.0.0.1:2001,3@127.0.0.1:3001');
    assert.equal(third.get('advertised.listeners'), 'PLAINTEXT://127.0.0.1:3000');
    for (const name of ['offsets.topic.replication.factor', 'transaction.state.log.replication.factor']) {
      assert.equal(third.get(name), '3');
      assert.equal(settings(1, 1).get(name), '1');
    }
    for (const name of ['min.insync.replicas', 'transaction.state.log.min.isr']) {
      assert.equal(third.get(name), '2');
      assert.equal(settings(1, 1).get(name), '1');
    }
  });

  it('listen on loopback alone', () => {
    for (const name of ['listeners', 'advertised.listeners', 'controller.quorum.voters']) {
      const hosts =
        settings(2, 3)
          .get(name)
          ?.match(/(?<=@|\/\/)[^:]+/g) ?? [];
      assert.ok(hosts.length > 0);
      assert.deepEqual([...new Set(hosts)], ['127.0.0.1']);
    }
  });
});
