import assert from 'node:assert/strict';
import { TopicPattern } from '../../../../ingest/feeds/mqtt/topic-pattern.ts';

function pattern(text: string): TopicPattern {
  const made = TopicPattern.of(text);
  assert.ok(made instanceof TopicPattern, String(made));
  return made;
}

describe('a topic pattern', () => {
  it('subscribes to any level where a place stands, and names what stands there', () => {
    const made = pattern('stations/{network}/{station_id}/observations');
    assert.equal(made.filter, 'stations/+/+/observations');
    assert.deepEqual(made.names('stations/alps/a 1/observations'), { network: 'alps', station: 'a 1' });
    for (const other of ['stations/alps/a', 'stations/alps/a/observations/x', 'Stations/alps/a/observations', 'x'])
      assert.equal(made.names(other), undefined, other);
  });

  it('has the wildcards of MQTT', () => {
    assert.deepEqual(pattern('+/{station_id}/#').names('x/s/y/z'), { station: 's' });
    assert.deepEqual(pattern('a/#').names('a'), {});
    assert.deepEqual(pattern('#').names('any/thing'), {});
    assert.equal(pattern('#').filter, '#');
  });

  it('leaves out the group of a shared subscription', () => {
    const made = pattern('$share/halcyon/stations/{station_id}');
    assert.equal(made.filter, '$share/halcyon/stations/+');
    assert.deepEqual(made.names('stations/s1'), { station: 's1' });
  });

  it('takes no topic of which a level can be no name', () => {
    assert.equal(pattern('stations/{station_id}').names('stations/'), undefined);
  });

  it('is refused with what would be right', () => {
    for (const [text, why] of [
      ['', /should be a topic such as stations/],
      ['a/#/b', /'#' is not one of its levels/],
      ['a/b+', /'b\+' is not one of its levels/],
      ['a/{station}', /'\{station\}' is not one/],
      ['{network}/{network}', /names \{network\} twice/],
      ['$share/g/', /should be a topic/],
    ] as const)
      assert.match(String(TopicPattern.of(text)), why, text);
  });
});
